import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMain } from '../../src/is-main.ts';

/** A packed package, and what `npm pack` tells about it. */
export interface PackedPackage {
  /** The path of the tarball. */
  file: string;
  size: number;
  unpackedSize: number;
  files: { path: string }[];
}

/**
 * Builds the package, and packs it into a folder. If PLENUM_TEST_PACKAGE names a folder, uses the package that is there, or packs it into this
 * one: groups of tests that run one after the other share it.
 */
export function packPackage(folder: string): PackedPackage {
  const shared = process.env['PLENUM_TEST_PACKAGE'];
  const description = join(shared ?? folder, 'packed.json');
  if (!existsSync(description)) {
    const output = execFileSync('npm', ['pack', '--json', '--pack-destination', shared ?? folder], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // The build prints lines of its own.
    writeFileSync(description, output.slice(output.search(/^\[$/m)));
  }
  const [packed] = JSON.parse(readFileSync(description, 'utf8')) as [PackedPackage & { filename: string }];
  return { ...packed, file: join(shared ?? folder, packed.filename) };
}

if (isMain(import.meta.url)) packPackage(process.argv[2]!);
