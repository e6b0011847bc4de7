import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Builds the package and packs it into a folder, if PLENUM_TEST_PACKAGE names no tarball. Returns the path of the tarball. */
export function packPackage(folder: string): string {
  const packed = process.env['PLENUM_TEST_PACKAGE'];
  if (packed) return packed;
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const args = ['pack', '--silent', '--pack-destination', folder];
  const output = execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return join(folder, output.trim());
}
