import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandError, exitCodes, writing } from '../errors.ts';

/** Throws a CommandError if there is a file of this name, or no folder for it. */
export function assertNewFile(file: string): void {
  if (existsSync(file)) throw new CommandError(`${file} exists: nothing is overwritten`, exitCodes.usage);
  if (!existsSync(dirname(file))) throw new CommandError(`${file} is in no folder that exists`, exitCodes.usage);
}

/** Writes new files of one folder, each whole or not at all; the last one comes when the others are there. Throws a CommandError if the disk fails. */
export function writeNewFiles(files: readonly (readonly [file: string, text: string])[]): void {
  const [[first] = ['']] = files;
  const folder = writing(first, () => mkdtempSync(join(dirname(first), '.plenum-')));
  const temporary = files.map(([file]) => join(folder, basename(file)));
  try {
    for (const [index, [file, text]] of files.entries()) writing(file, () => writeFileSync(temporary[index]!, text));
    for (const [index, [file]] of files.entries()) {
      assertNewFile(file);
      writing(file, () => renameSync(temporary[index]!, file));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
