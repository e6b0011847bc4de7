import {
  constants,
  accessSync,
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  fsyncSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { JSONFile } from 'lowdb/node';
import { CommandError, exitCodes } from '../errors.ts';
import { Journal, syncFolder } from './journal.ts';
import { kindNames } from './kinds.ts';
import { lockFolder } from './lock.ts';
import { type Snapshot, recoverTables } from './recover.ts';
import { Store } from './store.ts';
import type { Tables } from './tables.ts';
import { loadWorldTables } from './world.ts';

const snapshotOf = (tables: Tables, seq: number): Snapshot => ({
  version: 1,
  seq,
  records: Object.fromEntries(kindNames.map((kind) => [kind, tables.all(kind)])),
});

const filesIn = (folder: string) => ({
  snapshot: join(folder, 'snapshot.json'),
  journal: join(folder, 'journal'),
});

/** Puts a snapshot in the place of the one before: a crash or a power cut leaves the one or the other, whole. */
async function writeSnapshot(folder: string, snapshot: Snapshot): Promise<void> {
  const file = filesIn(folder).snapshot;
  const next = `${file}.next`;
  await new Low(new JSONFile<Snapshot>(next), snapshot).write();
  const fd = openSync(next, 'r');
  fsyncSync(fd);
  closeSync(fd);
  // It holds the secrets of the users.
  chmodSync(next, 0o600);
  renameSync(next, file);
  syncFolder(folder);
}

/** A data folder that is open, and what was found in it. */
export interface OpenedStore {
  store: Store;
  /** `world`: loaded from the world folder, for the first time; `data`: as the last run left it. */
  source: 'world' | 'data';
  /** Whether a half-written last line of the journal was dropped. */
  droppedTornLine: boolean;
  /** Finishes what is being written and gives the folder back. */
  close(): Promise<void>;
}

export interface StoreOptions {
  /** The data folder; it is made when missing. */
  data: string;
  /** The world folder that a new data folder is filled from. */
  world: string;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

async function openFolder(folder: string): Promise<() => void> {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return await lockFolder(folder);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(
      `the data folder ${folder} cannot be used: ${(error as Error).message}`,
      exitCodes.unavailable,
    );
  }
}

/**
 * Opens the store of a data folder, alone: an empty folder is filled from the world; what a crash left is put together
 * again. CommandError for a folder in use, damaged or unreadable, and for a world that is not right; then nothing is changed.
 */
export async function openStore({ data: folder, world, clock = Date.now }: StoreOptions): Promise<OpenedStore> {
  const files = filesIn(folder);
  const fresh = !existsSync(files.snapshot);
  const tables = fresh ? loadWorldTables(world, clock()) : undefined;
  const unlock = await openFolder(folder);
  try {
    if (tables && existsSync(files.snapshot))
      throw new CommandError(`${folder} was filled meanwhile`, exitCodes.unavailable);
    if (tables && existsSync(files.journal)) {
      throw new CommandError(
        `${files.snapshot} is missing beside a journal; nothing was changed`,
        exitCodes.damagedData,
      );
    }
    const found = tables
      ? { tables, seq: 0, replayedWrites: 0, droppedTornLine: false }
      : recoverTables(files, clock());
    if (tables || found.replayedWrites > 0) await writeSnapshot(folder, snapshotOf(found.tables, found.seq));
    const journal = new Journal(files.journal);
    return {
      store: new Store(found.tables, clock, journal, found.seq),
      source: tables ? 'world' : 'data',
      droppedTornLine: found.droppedTornLine,
      close: async () => {
        await journal.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A store of the world that keeps nothing. */
export const createMemoryStore = (world: string, clock: () => number = Date.now): Store =>
  new Store(loadWorldTables(world, clock()), clock);

/** Puts a data folder back to the world as it is in its files: the records, and every token that was given out. */
export async function resetDataFolder({ data: folder, world, clock = Date.now }: StoreOptions): Promise<void> {
  const tables = loadWorldTables(world, clock());
  const unlock = await openFolder(folder);
  try {
    rmSync(join(folder, 'signing-key'), { force: true });
    // A number past every write of the old journal, so that none of them is replayed if the next line is never reached.
    await writeSnapshot(folder, snapshotOf(tables, Date.now() * 1000));
    rmSync(filesIn(folder).journal, { force: true });
    syncFolder(folder);
  } finally {
    unlock();
  }
}
