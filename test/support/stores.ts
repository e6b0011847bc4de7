import { type FolderOptions, openDataFolder } from '../../src/store/data-folder.ts';
import { Store } from '../../src/store/store.ts';
import type { Now } from '../../src/records/time.ts';
import { loadWorldTables } from '../../src/records/world.ts';

/** A store with the records of a world folder that persists nothing. */
export const createMemoryStore = (world: string, clock: Now = Date.now): Store =>
  new Store(loadWorldTables(world, clock()), { clock });

/** Opens the store of a data folder. */
export async function openStore(options: FolderOptions) {
  const opened = await openDataFolder(options);
  return { ...opened, close: () => opened.store.close() };
}
