import { rmSync } from 'node:fs';
import { listNumbers, removeOlderFiles, signingKeyFile, syncFolder } from './data-files.ts';
import { assertOwnFolder, removeOrigin, writeIgnoreFile, writeOrigin } from './first-start.ts';
import { writeHead } from './head.ts';
import { type StoreOptions, withLock, writeFirstSnapshot } from './open.ts';
import { loadWorldTables } from './world.ts';

/**
 * Resets a data folder to the records of the world, and makes every token invalid. Throws a CommandError if another
 * process uses the folder, if it has no records but other files, or if the world has problems.
 */
export async function resetDataFolder({
  data: folder,
  world,
  clock = Date.now,
  checkAddedMember,
}: StoreOptions): Promise<void> {
  const tables = loadWorldTables(world, clock(), checkAddedMember);
  if (listNumbers(folder, 'snapshot').length === 0) assertOwnFolder(folder);
  await withLock(folder, async (unlock) => {
    // The new snapshot must count as the latest one, also if a crash leaves the older files.
    const seqs = [...listNumbers(folder, 'snapshot'), ...listNumbers(folder, 'journal')];
    const seq = Math.max(Date.now() * 1000, ...seqs) + 1;
    rmSync(signingKeyFile(folder), { force: true });
    const position = await writeFirstSnapshot(folder, seq, tables);
    // From here on the folder has the new records. After a crash it names no world rather than a wrong one.
    removeOrigin(folder);
    await writeHead(folder, position);
    await writeOrigin(folder, world);
    await writeIgnoreFile(folder);
    await removeOlderFiles(folder, seq);
    await syncFolder(folder);
    unlock();
  });
}
