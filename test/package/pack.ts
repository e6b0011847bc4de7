import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What `npm pack` tells about a package. */
export interface PackedPackage {
  filename: string;
  size: number;
  unpackedSize: number;
  files: { path: string }[];
}

/** Builds the package, and packs it into a folder. */
export function packPackage(folder: string): PackedPackage {
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // The build prints lines of its own.
  return (JSON.parse(output.slice(output.search(/^\[$/m))) as [PackedPackage])[0];
}
