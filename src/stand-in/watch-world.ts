import { watch } from 'node:fs';
import { CommandError, exitCodes } from '../errors.ts';
import type { World } from '../control/world.ts';
import { mergeWorld } from '../records/merge-world.ts';
import { formatWorldProblem } from '../records/validate.ts';
import type { Tables } from '../records/tables.ts';

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

/**
 * Replaces the loaded records of a world in memory by its next version, and keeps what clients wrote. Rejects with a
 * CommandError if the two do not fit; then nothing changes.
 */
export async function replaceWorld(world: World, loaded: Tables, next: Tables): Promise<void> {
  // Nothing may be written between reading the records and replacing them, so nothing is awaited there.
  const { tables, problems } = mergeWorld(loaded, world.store.tables, next);
  if (problems[0]) throw new CommandError(formatWorldProblem(problems[0]), exitCodes.usage);
  await world.restore({ tables, clock: world.clock.setting });
}
