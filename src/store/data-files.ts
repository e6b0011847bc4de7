import { existsSync, readdirSync } from 'node:fs';
import { platform } from 'node:os';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/*
 * The files of a data folder; all of them consist of lines with checksums.
 *
 * `snapshot-N`   all records after write number N
 * `journal-N`    the writes after write number N, a line for each
 * `head`         the number and the checksum of the last write that was acknowledged
 * `signing-key`  the key that signs tokens
 * `world`        the world that filled the folder
 *
 * The records are those of the latest snapshot and the journals since. Older files, and files whose name ends with `.next`,
 * are what a crash left.
 */

/** A point in the history of a data folder: the number of a write, and the checksum of its line in the journal. */
export interface Position {
  seq: number;
  checksum: number;
}

export const snapshotFile = (folder: string, seq: number): string => join(folder, `snapshot-${seq}`);
export const journalFile = (folder: string, seq: number): string => join(folder, `journal-${seq}`);
export const headFile = (folder: string): string => join(folder, 'head');
export const signingKeyFile = (folder: string): string => join(folder, 'signing-key');
export const originFile = (folder: string): string => join(folder, 'world');

/** Lists the numbers N of the snapshots or journals of a folder in ascending order; none if the folder cannot be read. */
export function listNumbers(folder: string, type: 'snapshot' | 'journal'): number[] {
  const pattern = new RegExp(`^${type}-(\\d{1,16})$`);
  return namesIn(folder)
    .flatMap((name) => pattern.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Removes everything that is not needed after the snapshot of a write: older files, and incomplete ones. */
export async function removeOlderFiles(folder: string, seq: number): Promise<void> {
  const older = (['snapshot', 'journal'] as const).flatMap((type) =>
    listNumbers(folder, type)
      .filter((each) => each < seq)
      .map((each) => `${type}-${each}`),
  );
  const incomplete = readdirSync(folder).filter((name) =>
    /^(snapshot-\d+|journal-\d+|head|signing-key|world|\.gitignore)\.next$/.test(name),
  );
  for (const name of [...older, ...incomplete]) await rm(join(folder, name), { force: true });
}

/** Syncs a folder, so that files created, renamed or removed in it survive a power cut. Windows opens no folders, and needs no sync of them. */
export async function syncFolder(folder: string, system: NodeJS.Platform = platform()): Promise<void> {
  if (system === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Replaces a file by the given pieces of text. After a crash or a power cut, the folder has either the old or the new file.
 * Only the owner can read it, also while it is written.
 */
export async function replaceFile(file: string, pieces: Iterable<string>, signal?: AbortSignal): Promise<void> {
  const next = `${file}.next`;
  const isNew = !existsSync(file);
  try {
    await rm(next, { force: true });
    const handle = await open(next, 'wx', 0o600);
    try {
      for (const piece of pieces) {
        signal?.throwIfAborted();
        await handle.writeFile(piece);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(next, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(next, { force: true });
    // A new file that was renamed, but is not durable, must not count after the next start.
    if (isNew) await rm(file, { force: true });
    throw error;
  }
}
