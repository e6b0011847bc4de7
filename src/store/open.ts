import { accessSync, constants, mkdirSync } from 'node:fs';
import { CommandError, exitCodes } from '../errors.ts';
import { type Position, removeOlderFiles, snapshotFile } from './data-files.ts';
import { assertFilledFrom, assertOwnFolder, writeIgnoreFile, writeOrigin } from './first-start.ts';
import { Head, writeHead } from './head.ts';
import { JournalFile } from './journal-file.ts';
import { Journal } from './journal.ts';
import { lockFolder } from './lock.ts';
import type { CheckAddedMember } from './record-validators.ts';
import { type RecoveredTables, hasRecords, recoverTables } from './recover.ts';
import { writeSnapshot } from './snapshot.ts';
import { Store } from './store.ts';
import type { Tables } from './tables.ts';
import type { Now } from './time.ts';
import { loadWorldTables } from './world.ts';

/** Writes a snapshot, with which the history of a folder begins. */
export async function writeFirstSnapshot(folder: string, seq: number, tables: Tables): Promise<Position> {
  const snapshot = { seq, checksum: 0, records: tables.records(), isCurrent: true };
  await writeSnapshot(snapshotFile(folder, seq), snapshot);
  return { seq, checksum: 0 };
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
  /** Whether the user has chosen the world: a data folder that another world filled is refused then. */
  isWorldChosen?: boolean | undefined;
  clock?: Now;
  /** What the records of the world may have beyond their kinds. Default: nothing. */
  checkAddedMember?: CheckAddedMember | undefined;
  /** The size of the journal from which on it is replaced by a snapshot. */
  maxJournalBytes?: number;
  /** Receives the error if writes or a snapshot cannot be stored. The store goes on; writes that failed are undone. */
  onError?: (error: Error) => void;
}

/**
 * Creates the folder if necessary, locks it, and calls `use` with a function that unlocks it. If `use` throws, the folder is
 * unlocked. Throws a CommandError if the folder cannot be used.
 */
export async function withLock<T>(folder: string, use: (unlock: () => void) => Promise<T>): Promise<T> {
  let unlock: (() => void) | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    unlock = await lockFolder(folder);
    return await use(unlock);
  } catch (error) {
    unlock?.();
    if (error instanceof CommandError) throw error;
    throw new CommandError(
      `the data folder ${folder} cannot be used: ${(error as Error).message}`,
      exitCodes.unavailable,
    );
  }
}

/** Fills a new folder with the records of a world. After a crash in the middle, the folder counts as new. */
async function fillFolder(folder: string, world: string, tables: Tables): Promise<RecoveredTables> {
  await writeIgnoreFile(folder);
  await writeOrigin(folder, world);
  await writeHead(folder, { seq: 0, checksum: 0 });
  const position = await writeFirstSnapshot(folder, 0, tables);
  return { tables, position, snapshotSeq: 0, olderBytes: 0, droppedTornLine: false };
}

/**
 * Locks a data folder and opens its store. Fills an empty folder from the world; recovers the writes of a run that
 * crashed. Throws a CommandError, and changes nothing, if another process uses the folder, if the folder is damaged, not
 * accessible, filled from another world than the chosen one or full of other files, or if the world has problems.
 */
export async function openStore({
  data: folder,
  world,
  isWorldChosen = false,
  clock = Date.now,
  checkAddedMember,
  maxJournalBytes = 32 * 1024 * 1024,
  onError = () => {},
}: StoreOptions): Promise<OpenedStore> {
  const isNew = !hasRecords(folder);
  if (isNew) assertOwnFolder(folder);
  else assertFilledFrom(folder, world, isWorldChosen);
  const worldTables = isNew ? loadWorldTables(world, clock(), checkAddedMember) : undefined;
  return withLock(folder, async (unlock) => {
    if (isNew && hasRecords(folder)) {
      throw new CommandError(`another process has filled ${folder} in the meantime; try again`, exitCodes.unavailable);
    }
    const recovered = worldTables ? await fillFolder(folder, world, worldTables) : await recoverTables(folder);
    const { tables, position, snapshotSeq, olderBytes, droppedTornLine } = recovered;
    await removeOlderFiles(folder, snapshotSeq);
    const file = recovered.journal
      ? new JournalFile(folder, recovered.journal.seq, recovered.journal.end)
      : await JournalFile.create(folder, position);
    await file.cutRest();
    const takeSnapshot = () => store.rows();
    const head = new Head(folder);
    const journal = new Journal({
      folder,
      file,
      olderBytes,
      head,
      position,
      maxBytes: maxJournalBytes,
      takeSnapshot,
      onError,
    });
    const store: Store = new Store(tables, clock, journal, position.seq);
    return {
      store,
      source: isNew ? 'world' : 'data',
      droppedTornLine,
      close: async () => {
        await journal.close();
        unlock();
      },
    };
  });
}

/** Creates a store with the records of the world that persists nothing. */
export const createMemoryStore = (world: string, clock: Now = Date.now, checkAddedMember?: CheckAddedMember): Store =>
  new Store(loadWorldTables(world, clock(), checkAddedMember), clock);
