import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname } from 'node:path';

/** Syncs a folder, so that files renamed in it survive a power cut. Windows opens no folders, and needs no sync of them. */
async function syncFolder(folder: string): Promise<void> {
  if (platform() === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Replaces a file by pieces of text: a temporary file is written and synced, then renamed, then its folder is synced. Only the owner can
 * read it. `onRenamed` is called when the new file counts, though an error can still follow.
 */
export async function replaceFile(file: string, pieces: Iterable<string>, onRenamed = () => {}): Promise<void> {
  const next = `${file}.next`;
  let handle: FileHandle | undefined;
  try {
    await rm(next, { force: true });
    handle = await open(next, 'wx', 0o600);
    for (const piece of pieces) await handle.writeFile(piece);
    await handle.sync();
    await handle.close();
    await rename(next, file);
  } catch (error) {
    await handle?.close().catch(() => {});
    await rm(next, { force: true });
    throw error;
  }
  onRenamed();
  await syncFolder(dirname(file));
}
