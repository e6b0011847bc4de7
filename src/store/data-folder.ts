import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
} from 'node:fs';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { CommandError, exitCodes } from '../errors.ts';
import { type WorldOrigin, folderOfOrigin } from '../records/named-worlds.ts';
import { worldFilesOf } from '../records/write-world.ts';
import { type Database, DatabaseFile } from './database-file.ts';
import { replaceFile } from './durable-file.ts';
import { Journal, type ReadJournal, defaultMaxJournalBytes, headerOf, readJournal } from './journal.ts';
import { type LogState, type LogUser, damaged, newState, storedState } from './lines.ts';
import { type Lock, isFileOfLock, lockFolder } from './lock.ts';
import { type OpenOptions, type OpenedStore, Store } from './store.ts';

/*
 * The files of a data folder:
 *
 * `db.json`        all records after a write, the key that signs tokens, and the world that filled the folder; lowdb holds it
 * `journal.jsonl`  a header, and a line for each write since then; lines up to the one that db.json names are passed over
 * `locked-by`      the lock of the process that uses the folder
 */
const fileNames = { database: 'db.json', journal: 'journal.jsonl' };

// Git, file managers and the file systems of volumes make these in empty folders.
const fileOfNobody = /^(\.gitignore(\.next)?|\.gitkeep|\.DS_Store|Thumbs\.db|desktop\.ini|lost\+found)$/;
const ownFile = /^(db\.json|journal\.jsonl)(\.next)?$/;

/** Throws a CommandError if a folder without records has files of somebody else. */
function assertOwnFolder(folder: string): void {
  let names: string[];
  try {
    names = existsSync(folder) ? readdirSync(folder) : [];
  } catch (error) {
    throw cannotBeUsed(folder, error as Error);
  }
  const foreign = names.find((name) => !ownFile.test(name) && !fileOfNobody.test(name) && !isFileOfLock(name));
  if (foreign === undefined) return;
  throw new CommandError(
    `${folder} is not a data folder: it has other files, such as ${foreign}; choose a new or empty folder with --data`,
    exitCodes.configuration,
  );
}

const ignoreFile = '# Records, tokens and keys of plenum.\n*\n';

export interface FolderOptions extends OpenOptions {
  /** The data folder. It is created if it does not exist. */
  data: string;
  maxJournalBytes?: number;
  /** Receives the error if writes cannot be stored. The store goes on; writes that failed are undone. */
  onError?: ((error: Error) => void) | undefined;
}

/**
 * Locks a data folder and opens its store. Fills a new folder from the world; recovers the writes of a run that crashed. Throws a
 * CommandError, and changes nothing, if another process uses the folder, if it is damaged, not accessible, filled from another
 * world than the chosen one or full of other files, or if the world has problems.
 */
export async function openDataFolder(options: FolderOptions): Promise<OpenedStore> {
  const { data: folder, reset = false, clock = Date.now, onError = () => {} } = options;
  const hasDatabase = existsSync(join(folder, fileNames.database));
  if (!hasDatabase) assertOwnFolder(folder);
  const user = { name: folder, base: folder, options };
  const loaded = hasDatabase && !reset ? undefined : newState(user);
  const lock = await lockUsable(folder);
  try {
    const { database, adapter } = openDatabase(folder);
    const opened = loaded ? await fill(folder, database, loaded, reset) : await recover(folder, database, user);
    const { maxJournalBytes = defaultMaxJournalBytes } = options;
    const log = new Journal({ folder, database, adapter, lock, maxJournalBytes, onError });
    await log.open(opened);
    const { tables, signingKey } = opened.state;
    const store = new Store(tables, { clock, log, signingKey, onError });
    return { store, source: loaded ? 'world' : 'data', droppedTornLine: opened.isTorn };
  } catch (error) {
    lock.release();
    throw error instanceof CommandError ? error : cannotBeUsed(folder, error as Error);
  }
}

function openDatabase(folder: string) {
  const adapter = new DatabaseFile(join(folder, fileNames.database));
  // Lowdb wants a default; the records of a world, or those of the file, replace it at once.
  return { adapter, database: new Low<Database>(adapter, {} as Database) };
}

const cannotBeUsed = (folder: string, { message }: Error): CommandError =>
  new CommandError(`the data folder ${folder} cannot be used: ${message}`, exitCodes.unavailable);

async function lockUsable(folder: string): Promise<Lock> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return await lockFolder(folder);
  } catch (error) {
    throw error instanceof CommandError ? error : cannotBeUsed(folder, error as Error);
  }
}

/** Fills a folder with the records of a world. Until `db.json` is there, the folder counts as new. */
async function fill(
  folder: string,
  database: Low<Database>,
  loaded: Omit<LogState, 'lastLine'>,
  reset: boolean,
): Promise<ReadJournal> {
  const databaseFile = join(folder, fileNames.database);
  const journalFile = join(folder, fileNames.journal);
  if (existsSync(databaseFile) && !reset)
    throw new CommandError(`another process has filled ${folder} in the meantime; try again`, exitCodes.unavailable);
  if (!reset) assertNoWrites(journalFile);
  if (!existsSync(join(folder, '.gitignore'))) await replaceFile(join(folder, '.gitignore'), [ignoreFile]);
  const last = { lastWrite: reset ? numberAfter(journalFile) : 0, lastChecksum: '' };
  if (!reset || !existsSync(journalFile)) await replaceFile(journalFile, [headerOf(last)]);
  const state = { ...loaded, lastLine: last.lastWrite };
  database.data = { ...storedState(state), ...last };
  await database.write();
  return { ...last, state, length: reset ? 0 : Buffer.byteLength(headerOf(last)), isTorn: false };
}

/** A number that is higher than that of every write in a journal, which can be damaged; a clock can have been set back. */
function numberAfter(journalFile: string): number {
  const text = existsSync(journalFile) ? readFileSync(journalFile, 'utf8') : '';
  const numbers = [...text.matchAll(/^\{"(?:write|format":"[^"]*","after)":(\d{1,16})[,}]/gm)].map(([, digits]) =>
    Number(digits),
  );
  // Damage can have made any digits.
  const possible = numbers.filter((number) => number < Number.MAX_SAFE_INTEGER / 2);
  return possible.reduce((highest, number) => Math.max(highest, number), Date.now() * 1000) + 1;
}

/** Throws a CommandError if there are writes without `db.json`. A crash of the first start leaves at most a header. */
function assertNoWrites(journalFile: string): void {
  if (existsSync(journalFile) && readFileSync(journalFile, 'utf8').split('\n').length > 2)
    throw damaged(journalFile.replace(fileNames.journal, fileNames.database), 'is missing, but there are writes');
}

/** Reads the records of a folder. */
async function recover(folder: string, database: Low<Database>, user: LogUser): Promise<ReadJournal> {
  await database.read();
  return readJournal(join(folder, fileNames.journal), database.data, user);
}

/** The world that a server of a data folder loads if the user chooses none: the one that filled it, if it is still there. */
export function worldToLoad(folder: string, defaultWorld: string): string {
  const file = join(folder, fileNames.database);
  if (!existsSync(file)) return defaultWorld;
  let origin: WorldOrigin | undefined;
  try {
    origin = (JSON.parse(`${readFirstLine(file, folder)}}}`) as Partial<Database>).world;
  } catch (error) {
    // Who opens the folder is told of damage.
    if (error instanceof CommandError) throw error;
  }
  const world = origin && folderOfOrigin(origin, folder);
  return world !== undefined && existsSync(world) ? world : defaultWorld;
}

/** The first line of a file. Throws a CommandError if it cannot be read. */
function readFirstLine(file: string, folder: string): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const bytes = Buffer.alloc(10_000);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes)).split('\n', 1)[0]!;
  } catch (error) {
    throw cannotBeUsed(folder, error as Error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The records of a data folder that no process uses, as the contents of the files of a world. Throws a CommandError as `openDataFolder` does. */
export async function exportData(folder: string): Promise<ReturnType<typeof worldFilesOf>> {
  if (!existsSync(join(folder, fileNames.database)))
    throw new CommandError(`${folder} is not a data folder with records`, exitCodes.usage);
  const lock = await lockUsable(folder);
  try {
    const user = { name: folder, base: folder };
    return worldFilesOf((await recover(folder, openDatabase(folder).database, user)).state.tables.records());
  } finally {
    lock.release();
  }
}
