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
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Adapter, Low } from 'lowdb';
import { CommandError, StorageError, exitCodes } from '../errors.ts';
import { replaceFile } from './durable-file.ts';
import { checksumOf, changesOf, parseLine, storedWrite, tablesOf, withChecksum } from './lines.ts';
import { type Lock, isFileOfLock, lockFolder } from './lock.ts';
import { type WorldOrigin, folderOfOrigin, formatWorld, originOf } from '../records/named-worlds.ts';
import type { CheckAddedMember } from '../records/validate.ts';
import type { RecordsByKind } from '../records/records.ts';
import { generateSigningKey } from './store.ts';
import { type Log, Store } from './store.ts';
import { type Changes, type Tables, addChanges } from '../records/tables.ts';
import type { Now } from '../records/time.ts';
import { loadWorldForServer } from '../records/packaged-worlds.ts';
import { worldFilesOf } from '../records/write-world.ts';

/*
 * The files of a data folder:
 *
 * `db.json`        all records after a write, the key that signs tokens, and the world that filled the folder; lowdb holds it
 * `journal.jsonl`  a header, and a line for each write since then; lines up to the one that db.json names are passed over
 * `locked-by`      the lock of the process that uses the folder
 */
const fileNames = { database: 'db.json', journal: 'journal.jsonl' };
const format = 'plenum 1';

/** The content of `db.json`. */
interface Database {
  format: string;
  world: WorldOrigin;
  /** The number of the last write that the records contain. */
  lastWrite: number;
  /** In base64. */
  signingKey: string;
  highestIds: ReturnType<Tables['highestIds']>;
  records: RecordsByKind;
}

const damaged = (place: string, reason: string): CommandError =>
  new CommandError(
    `${place}: ${reason}; nothing was changed. Choose another folder with --data, or replace its records by those of the world with --reset`,
    exitCodes.damagedData,
  );

/** Reads and writes `db.json`: a record in each line, and a checksum of everything at the end. */
class DatabaseFile implements Adapter<Database> {
  readonly #file: string;
  /** Called when a written file counts. */
  onRenamed: (() => void) | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  async read(): Promise<Database | null> {
    if (!existsSync(this.#file)) return null;
    // Bytes: a text of 100 MB would be made into bytes again for its checksum.
    const bytes = await readFile(this.#file);
    const text = bytes.toString();
    let database: Partial<Database> | null;
    try {
      database = JSON.parse(text) as Partial<Database> | null;
    } catch (error) {
      // The message of the parser can contain a part of the key.
      const position = /position (\d+)/.exec((error as Error).message)?.[1];
      const line = position === undefined ? '' : `:${text.slice(0, Number(position)).split('\n').length}`;
      throw damaged(`${this.#file}${line}`, 'is not valid JSON');
    }
    const end = bytes.lastIndexOf(',"checksum":"');
    const isDamaged = bytes.toString('utf8', end) !== checksumMember(checksumOf(bytes.subarray(0, end)));
    if (isDamaged && (end >= 0 || database?.format === format)) throw damaged(this.#file, 'the checksum does not fit');
    if (database?.format !== format)
      throw new CommandError(
        `${this.#file} has the format ${JSON.stringify(database?.format)}, not ${JSON.stringify(format)}; choose another folder with --data, ` +
          'or replace its records by those of the world with --reset',
        exitCodes.configuration,
      );
    const { checksum: _checksum, ...content } = database as Database & { checksum: string };
    return content;
  }

  write(database: Database): Promise<void> {
    return replaceFile(this.#file, withChecksumAtEnd(piecesOf(database)), this.onRenamed);
  }
}

const checksumMember = (checksum: string): string => `,"checksum":"${checksum}"}\n`;

function* withChecksumAtEnd(pieces: Iterable<string>): Generator<string> {
  let checksum = '00000000';
  for (const piece of pieces) {
    checksum = checksumOf(piece, Number.parseInt(checksum, 16));
    yield piece;
  }
  yield checksumMember(checksum);
}

const recordsInPiece = 500;

/** The text of a database in pieces, so that a large one does not hold up requests. */
function* piecesOf({ records, ...rest }: Database): Generator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"records":{`;
  let separator = '\n';
  for (const [kind, list] of Object.entries(records)) {
    yield `${separator}${JSON.stringify(kind)}:[`;
    for (let from = 0; from < list.length; from += recordsInPiece) {
      const lines = list.slice(from, from + recordsInPiece).map((record) => JSON.stringify(record));
      yield `${from === 0 ? '' : ','}\n${lines.join(',\n')}`;
    }
    yield ']';
    separator = ',\n';
  }
  yield '\n}';
}

const headerOf = (lastWrite: number): string => `${withChecksum(JSON.stringify({ format, after: lastWrite }))}\n`;

/** What a journal contains. */
interface ReadJournal {
  tables: Tables;
  lastWrite: number;
  /** The length of its complete lines in bytes; 0 if `db.json` has later writes. */
  length: number;
  /** Whether an incomplete line follows. */
  isTorn: boolean;
}

/** Replays the writes of a journal that `tables` do not have. Only reads; throws a CommandError for any damage. */
function readJournal(file: string, tables: Tables, firstMissing: number): ReadJournal {
  if (!existsSync(file)) throw damaged(file, 'is missing');
  const bytes = readFileSync(file);
  const length = bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes.toString('utf8', 0, length).split('\n').slice(0, -1);
  if (lines.length === 0) throw damaged(file, 'has no header');
  const changes: Changes = {};
  let next = 0;
  for (const [index, line] of lines.entries()) {
    const place = `${file}:${index + 1}`;
    try {
      const entry = parseLine(line);
      if (index === 0) {
        if (entry['format'] !== format) throw new Error(`the format is not ${format}`);
        next = Number(entry['after']) + 1;
        if (next > firstMissing) throw new Error(`begins with write ${next}, but write ${firstMissing} is missing`);
        continue;
      }
      if (entry['write'] !== next) throw new Error(`write ${String(entry['write'])} is in the place of write ${next}`);
      if (next >= firstMissing) addChanges(changes, changesOf(entry));
      next += 1;
    } catch (error) {
      throw damaged(place, (error as Error).message);
    }
  }
  // What a crash leaves of a line has at most the whole line without its end.
  if (isLine(bytes.toString('utf8', length, bytes.length - 1)))
    throw damaged(`${file}:${lines.length + 1}`, 'the end of the line is changed');
  return {
    tables: tables.with(changes),
    lastWrite: Math.max(next, firstMissing) - 1,
    length: next < firstMissing ? 0 : length,
    isTorn: length < bytes.length,
  };
}

function isLine(text: string): boolean {
  try {
    return parseLine(text) !== undefined;
  } catch {
    return false;
  }
}

/** The size of a journal from which on it is replaced by a new `db.json`. */
const defaultMaxJournalBytes = 16 * 1024 * 1024;

interface FolderLogOptions {
  folder: string;
  database: Low<Database>;
  adapter: DatabaseFile;
  lock: Lock;
  maxJournalBytes: number;
  onError(error: Error): void;
}

/** The writes of a store on their way to a folder. */
class FolderLog implements Log {
  readonly #options: FolderLogOptions;
  #journal: FileHandle | undefined;
  /** The length of the journal up to which it is synced, in bytes. */
  #length = 0;
  #lastWrite = 0;
  /** Why nothing can be written until a restart. */
  #failure: Error | undefined;

  constructor(options: FolderLogOptions) {
    this.#options = options;
  }

  /** Goes on with a journal that has these writes. */
  async open({ lastWrite, length }: Pick<ReadJournal, 'lastWrite' | 'length'>): Promise<void> {
    this.#lastWrite = lastWrite;
    if (length === 0) return this.#beginJournal();
    this.#journal = await open(join(this.#options.folder, fileNames.journal), 'r+');
    await this.#cutBack(length);
  }

  async append(writes: readonly Changes[], tables: Tables): Promise<void> {
    this.#assertUsable();
    const lines = writes.map(
      (changes, index) =>
        `${withChecksum(JSON.stringify({ write: this.#lastWrite + index + 1, ...storedWrite(changes) }))}\n`,
    );
    const bytes = Buffer.from(lines.join(''));
    try {
      await this.#writeAll(bytes);
    } catch (error) {
      await this.#cutBack(this.#length).catch((reason: unknown) => this.#fail(reason as Error));
      throw error;
    }
    try {
      await this.#journal!.datasync();
    } catch (error) {
      // After this, not even a sync that succeeds says what is on the disk.
      this.#fail(error as Error);
      await this.#cutBack(this.#length).catch(() => {});
      throw error;
    }
    this.#length += bytes.length;
    this.#lastWrite += writes.length;
    if (this.#length < this.#options.maxJournalBytes) return;
    try {
      await this.#writeDatabase(tables);
    } catch (error) {
      // The journal has everything; the next write tries again.
      this.#options.onError(error as Error);
    }
  }

  async replace(tables: Tables, signingKey: Uint8Array): Promise<void> {
    this.#assertUsable();
    await this.#writeDatabase(tables, Buffer.from(signingKey).toString('base64'));
  }

  async close(): Promise<void> {
    await this.#journal?.close();
    this.#options.lock.release();
  }

  /** Writes all records to `db.json`, and begins the journal again. */
  async #writeDatabase(tables: Tables, signingKey?: string): Promise<void> {
    const { database, adapter } = this.#options;
    const before = database.data;
    let counts = false as boolean;
    adapter.onRenamed = () => (counts = true);
    database.data = {
      ...before,
      ...(signingKey !== undefined && { signingKey }),
      lastWrite: this.#lastWrite,
      highestIds: tables.highestIds(),
      records: tables.records(),
    };
    try {
      await database.write();
    } catch (error) {
      database.data = before;
      // After a restart, it is not known whether the old or the new records are there.
      if (counts) this.#fail(error as Error);
      throw error;
    }
    try {
      await this.#beginJournal();
    } catch (error) {
      this.#fail(error as Error);
      throw error;
    }
  }

  /** Begins the journal again, after a `db.json` with every write. */
  async #beginJournal(): Promise<void> {
    const file = join(this.#options.folder, fileNames.journal);
    const header = headerOf(this.#lastWrite);
    await replaceFile(file, [header]);
    const former = this.#journal;
    this.#journal = await open(file, 'r+');
    this.#length = Buffer.byteLength(header);
    await former?.close();
  }

  /** Appends bytes, of which a full disk takes a part before it refuses the rest. */
  async #writeAll(bytes: Buffer): Promise<void> {
    for (let count = 0; count < bytes.length;) {
      const position = this.#length + count;
      count += (await this.#journal!.write(bytes, count, bytes.length - count, position)).bytesWritten;
    }
  }

  async #cutBack(length: number): Promise<void> {
    await this.#journal!.truncate(length);
    await this.#journal!.datasync();
    this.#length = length;
  }

  #fail(error: Error): void {
    this.#failure = error;
  }

  get failure(): StorageError | undefined {
    if (this.#failure)
      return new StorageError(this.#failure, 'The records cannot be written until the server is started again.');
    if (this.#options.lock.isHeld()) return undefined;
    const cause = new Error(`${this.#options.folder} is no longer locked by this process`);
    return new StorageError(cause, 'Another process may use the data folder. Nothing was changed.');
  }

  #assertUsable(): void {
    const { failure } = this;
    if (failure) throw failure;
  }
}

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

/** An open data folder. */
export interface OpenedStore {
  store: Store;
  /** Where the records come from: `world` if they are new, `data` if an earlier run stored them. */
  source: 'world' | 'data';
  /** Whether the journal ended with an incomplete line, which was dropped. */
  droppedTornLine: boolean;
}

export interface FolderOptions {
  /** The data folder. It is created if it does not exist. */
  data: string;
  /** The world folder with the initial records. */
  world: string;
  /** Whether the user has chosen the world: a data folder that another world filled is refused then. */
  isWorldChosen?: boolean | undefined;
  /** Whether the records of the world replace those of the folder, and all tokens end. */
  reset?: boolean | undefined;
  clock?: Now;
  /** What the records of the world may have beyond their kinds. Default: nothing. */
  checkAddedMember?: CheckAddedMember | undefined;
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
  const { data: folder, world, reset = false, clock = Date.now, checkAddedMember, onError = () => {} } = options;
  const hasDatabase = existsSync(join(folder, fileNames.database));
  if (!hasDatabase) assertOwnFolder(folder);
  const loaded = hasDatabase && !reset ? undefined : loadWorldForServer(world, clock(), checkAddedMember);
  const lock = await lockUsable(folder);
  try {
    const adapter = new DatabaseFile(join(folder, fileNames.database));
    const database = new Low<Database>(adapter, emptyDatabase);
    const log = new FolderLog({
      folder,
      database,
      adapter,
      lock,
      maxJournalBytes: options.maxJournalBytes ?? defaultMaxJournalBytes,
      onError,
    });
    const journal = loaded ? await fill(folder, database, loaded, options) : await recover(folder, database, options);
    await log.open(journal);
    const signingKey = Buffer.from(database.data.signingKey, 'base64');
    const store = new Store(journal.tables, { clock, log, signingKey, onError });
    return { store, source: loaded ? 'world' : 'data', droppedTornLine: journal.isTorn };
  } catch (error) {
    lock.release();
    throw error instanceof CommandError ? error : cannotBeUsed(folder, error as Error);
  }
}

const emptyDatabase: Database = {
  format,
  world: { name: 'demo' },
  lastWrite: 0,
  signingKey: '',
  highestIds: {},
  records: {},
};

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
async function fill(folder: string, database: Low<Database>, tables: Tables, { world, reset }: FolderOptions) {
  const databaseFile = join(folder, fileNames.database);
  const journalFile = join(folder, fileNames.journal);
  if (existsSync(databaseFile) && !reset)
    throw new CommandError(`another process has filled ${folder} in the meantime; try again`, exitCodes.unavailable);
  if (!reset) assertNoWrites(journalFile);
  if (!existsSync(join(folder, '.gitignore'))) await replaceFile(join(folder, '.gitignore'), [ignoreFile]);
  const lastWrite = reset ? numberAfter(journalFile) : 0;
  if (!reset || !existsSync(journalFile)) await replaceFile(journalFile, [headerOf(lastWrite)]);
  database.data = {
    format,
    world: originOf(world, folder),
    lastWrite,
    signingKey: Buffer.from(generateSigningKey()).toString('base64'),
    highestIds: tables.highestIds(),
    records: tables.records(),
  };
  await database.write();
  return { tables, lastWrite, length: reset ? 0 : Buffer.byteLength(headerOf(lastWrite)), isTorn: false };
}

/** A number that is higher than that of every write in a journal, which can be damaged; a clock can have been set back. */
function numberAfter(journalFile: string): number {
  const text = existsSync(journalFile) ? readFileSync(journalFile, 'utf8') : '';
  const numbers = [...text.matchAll(/^\{"(?:write|format":"[^"]*","after)":(\d{1,15})[,}]/gm)];
  return numbers.reduce((highest, [, digits]) => Math.max(highest, Number(digits)), Date.now() * 1000) + 1;
}

/** Throws a CommandError if there are writes without `db.json`. A crash of the first start leaves at most a header. */
function assertNoWrites(journalFile: string): void {
  if (existsSync(journalFile) && readFileSync(journalFile, 'utf8').split('\n').length > 2)
    throw damaged(journalFile.replace(fileNames.journal, fileNames.database), 'is missing, but there are writes');
}

/** Reads the records of a folder. */
async function recover(
  folder: string,
  database: Low<Database>,
  { world, isWorldChosen }: Pick<FolderOptions, 'world' | 'isWorldChosen'>,
): Promise<ReadJournal> {
  const file = join(folder, fileNames.database);
  await database.read();
  const { world: origin, lastWrite } = database.data;
  const [filledFrom, chosen] = [folderOfOrigin(origin, folder), folderOfOrigin(originOf(world, folder), folder)];
  if (isWorldChosen && filledFrom !== chosen)
    throw new CommandError(
      `${folder} was filled from the world ${formatWorld(filledFrom)}, not from ${formatWorld(world)}; to replace its records, add --reset`,
      exitCodes.configuration,
    );
  let tables: Tables;
  try {
    tables = tablesOf(database.data as unknown as Record<string, unknown>);
  } catch (error) {
    throw damaged(file, (error as Error).message);
  }
  return readJournal(join(folder, fileNames.journal), tables, lastWrite + 1);
}

/** The world that a server of a data folder loads if the user chooses none: the one that filled it, if it is still there. */
export function worldToLoad(folder: string, defaultWorld: string): string {
  const file = join(folder, fileNames.database);
  if (!existsSync(file)) return defaultWorld;
  // Who opens the folder is told of damage.
  const [, origin] = /^\{"format":"[^"]*","world":(\{"(?:name|folder)":"[^"]*"\})/.exec(readStart(file, folder)) ?? [];
  const world = origin === undefined ? undefined : folderOfOrigin(JSON.parse(origin) as WorldOrigin, folder);
  return world !== undefined && existsSync(world) ? world : defaultWorld;
}

/** The first bytes of a file as a text. Throws a CommandError if it cannot be read. */
function readStart(file: string, folder: string): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const bytes = Buffer.alloc(10_000);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes));
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
    const database = new Low<Database>(new DatabaseFile(join(folder, fileNames.database)), emptyDatabase);
    return worldFilesOf((await recover(folder, database, { world: '' })).tables.records());
  } finally {
    lock.release();
  }
}
