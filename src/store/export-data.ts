import { CommandError, exitCodes } from '../errors.ts';
import { withLock } from './open.ts';
import { hasRecords, recoverTables } from './recover.ts';
import { worldFilesOf } from './write-world.ts';

/**
 * The records of a data folder as the contents of the files of a world. Throws a CommandError if the folder has none, is
 * damaged, or is used by another process.
 */
export async function exportData(folder: string): Promise<ReturnType<typeof worldFilesOf>> {
  if (!hasRecords(folder)) throw new CommandError(`${folder} is not a data folder with records`, exitCodes.usage);
  return withLock(folder, async (unlock) => {
    const { tables } = await recoverTables(folder);
    unlock();
    return worldFilesOf(tables.records());
  });
}
