import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// What the Dockerfile runs besides Node.js and npm.
const programs = ['/bin/sh', '/usr/bin/env', '/bin/mkdir', '/bin/chown'];
// What the modules of npm packages that are compiled to machine code need besides the libraries of these programs.
const libraries = ['librt.so.1'];

const librariesOf = (program: string): string[] =>
  execFileSync('ldd', [realpathSync(program)], { encoding: 'utf8' }).match(/\/\S+/g)!;

/** Writes the file system of an image that has this machine's Node.js and npm where the official one has them. */
export function writeBaseImage(folder: string): void {
  const copy = (from: string, to = from): void =>
    cpSync(realpathSync(from), join(folder, to), { recursive: true, dereference: true });
  const copyProgram = (from: string, to = from): void => {
    copy(from, to);
    for (const path of librariesOf(from)) copy(path);
  };
  for (const path of ['tmp', 'proc', 'sys', 'dev', 'root', 'usr/local/bin'])
    mkdirSync(join(folder, path), { recursive: true });
  for (const program of programs) copyProgram(program);
  copyProgram(process.execPath, '/usr/local/bin/node');
  const libc = librariesOf(process.execPath).find((path) => path.includes('/libc.so'))!;
  for (const name of libraries) copy(join(dirname(libc), name));
  const npm = realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim());
  copy(dirname(dirname(npm)), '/usr/local/lib/node_modules/npm');
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(folder, 'usr/local/bin', name));
  copy('/etc/ssl/certs/ca-certificates.crt');
  writeFileSync(join(folder, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n');
  writeFileSync(join(folder, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
}
