import { watch } from 'node:fs';

// An editor can write a file in several steps.
const quietMs = 50;

/** Calls the listener when files of a folder have changed and then not for a while. Returns a function that stops this. */
export function watchFolder(folder: string, listener: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, () => {
    clearTimeout(timer);
    timer = setTimeout(listener, quietMs);
  });
  // The folder was removed: nothing can be loaded from it any more.
  watcher.on('error', () => watcher.close());
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
