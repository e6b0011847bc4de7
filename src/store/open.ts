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
import { type RecoveredTables, type Snapshot, recoverTables } from './recover.ts';
import { Store } from './store.ts';
import type { Tables } from './tables.ts';
import { loadWorldTables } from './world.ts';

const createSnapshot = (tables: Tables, seq: number): Snapshot => ({
  version: 1,
  seq,
  records: Object.fromEntries(kindNames.map((kind) => [kind, tables.all(kind)])),
});

const filesOf = (folder: string) => ({
  snapshot: join(folder, 'snapshot.json'),
  journal: join(folder, 'journal'),
});

/** Replaces the snapshot atomically: after a crash or power cut, the folder has either the old or the new one. */
async function writeSnapshot(folder: string, snapshot: Snapshot): Promise<void> {
  const file = filesOf(folder).snapshot;
  const next = `${file}.next`;
  await new Low(new JSONFile<Snapshot>(next), snapshot).write();
  const fd = openSync(next, 'r');
  fsyncSync(fd);
  closeSync(fd);
  // The snapshot contains the secrets of the users.
  chmodSync(next, 0o600);
  renameSync(next, file);
  syncFolder(folder);
}

/** An open data folder. */
export interface OpenedStore {
  store: Store;
  /** Where the records come from: `world` if the data folder was new, `data` if an earlier run filled it. */
  source: 'world' | 'data';
  /** Whether the journal ended with an incomplete line, which was dropped. */
  droppedTornLine: boolean;
  /** Waits for pending writes and unlocks the folder. */
  close(): Promise<void>;
}

export interface StoreOptions {
  /** The data folder. It is created if it does not exist. */
  data: string;
  /** The world folder with the initial records. */
  world: string;
  /** Returns milliseconds since 1970. */
  clock?: () => number;
}

/** Creates the folder if necessary, and locks it; returns a function that unlocks it. */
async function lockDataFolder(folder: string): Promise<() => void> {
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
 * Locks a data folder and opens its store. Fills an empty folder from the world; recovers the writes of a run that
 * crashed. Throws a CommandError, and changes nothing, if another process uses the folder, if the folder is damaged or
 * not accessible, or if the world has problems.
 */
export async function openStore({ data: folder, world, clock = Date.now }: StoreOptions): Promise<OpenedStore> {
  const files = filesOf(folder);
  const isNew = !existsSync(files.snapshot);
  const worldTables = isNew ? loadWorldTables(world, clock()) : undefined;
  const unlock = await lockDataFolder(folder);
  try {
    if (isNew && existsSync(files.snapshot)) {
      throw new CommandError(`another process has filled ${folder} in the meantime; try again`, exitCodes.unavailable);
    }
    if (isNew && existsSync(files.journal)) {
      throw new CommandError(
        `${files.snapshot} is missing, but there is a journal; nothing was changed`,
        exitCodes.damagedData,
      );
    }
    const { tables, seq, replayedWrites, droppedTornLine }: RecoveredTables = worldTables
      ? { tables: worldTables, seq: 0, replayedWrites: 0, droppedTornLine: false }
      : recoverTables(files);
    if (isNew || replayedWrites > 0) await writeSnapshot(folder, createSnapshot(tables, seq));
    const journal = new Journal(files.journal);
    return {
      store: new Store(tables, clock, journal, seq),
      source: isNew ? 'world' : 'data',
      droppedTornLine,
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

/** Creates a store with the records of the world that persists nothing. */
export const createMemoryStore = (world: string, clock: () => number = Date.now): Store =>
  new Store(loadWorldTables(world, clock()), clock);

/**
 * Resets a data folder to the records of the world, and makes every token invalid. Throws a CommandError if another
 * process uses the folder or if the world has problems.
 */
export async function resetDataFolder({ data: folder, world, clock = Date.now }: StoreOptions): Promise<void> {
  const tables = loadWorldTables(world, clock());
  const unlock = await lockDataFolder(folder);
  try {
    rmSync(join(folder, 'signing-key'), { force: true });
    // A crash can leave the old journal. With a number higher than all of its writes, none of them is replayed.
    await writeSnapshot(folder, createSnapshot(tables, Date.now() * 1000));
    rmSync(filesOf(folder).journal, { force: true });
    syncFolder(folder);
  } finally {
    unlock();
  }
}
