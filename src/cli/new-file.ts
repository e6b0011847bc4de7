import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError, exitCodes, writing } from '../errors.ts';

/** Throws a CommandError if there is a file of this name, or no folder for it. */
export function assertNewFile(file: string): void {
  if (existsSync(file)) throw new CommandError(`--out ${file} exists: nothing is overwritten`, exitCodes.usage);
  if (!existsSync(dirname(file))) throw new CommandError(`--out ${file} is in no folder that exists`, exitCodes.usage);
}

/** Writes new files, each whole or not at all; the last one comes when the others are there. Throws a CommandError if the disk fails. */
export function writeNewFiles(files: readonly (readonly [file: string, text: string])[]): void {
  const temporary = files.map(([file]) => `${file}.${process.pid}.tmp`);
  try {
    for (const [index, [file, text]] of files.entries())
      writing(file, () => writeFileSync(temporary[index]!, text, { flag: 'wx' }));
    for (const [index, [file]] of files.entries()) {
      assertNewFile(file);
      writing(file, () => renameSync(temporary[index]!, file));
    }
  } finally {
    for (const file of temporary) rmSync(file, { force: true });
  }
}
