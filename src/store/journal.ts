import { existsSync, readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Low } from 'lowdb';
import { StorageError } from '../errors.ts';
import type { Changes, Tables } from '../records/tables.ts';
import type { Database, DatabaseFile } from './database-file.ts';
import { replaceFile } from './durable-file.ts';
import {
  LogReader,
  type LogState,
  type LogUser,
  damaged,
  format,
  parseLine,
  readPlace,
  storedState,
  storedWrite,
  writeLine,
} from './lines.ts';
import type { Lock } from './lock.ts';
import type { Log } from './store.ts';

/** The last line of a journal. */
export type LastLine = Pick<Database, 'lastWrite' | 'lastChecksum'>;

/** The first line of a journal that goes on after another one. */
export const headerOf = ({ lastWrite, lastChecksum }: LastLine): string =>
  `${writeLine({ format, after: lastWrite, line: lastChecksum })}\n`;

function readHeader({ format: headerFormat, after, line }: Record<string, unknown>): LastLine {
  if (headerFormat !== format) throw new Error(`the format is not ${format}`);
  return { lastWrite: Number(after), lastChecksum: String(line) };
}

const checksumIn = (line: string): string => line.slice(-10, -2);

/** What a journal contains. */
export interface ReadJournal extends LastLine {
  state: LogState;
  /** The length of its valid lines in bytes; 0 if `db.json` has later writes. */
  length: number;
  /** Whether it ends with what was never synced. */
  isTorn: boolean;
}

/** Reads the writes of a journal that `database` does not have. Only reads; throws a CommandError for any damage. */
export function readJournal(file: string, database: Database, user: LogUser): ReadJournal {
  const { lastWrite, lastChecksum } = database;
  const reader = new LogReader(user);
  readPlace(file.replace(/journal\.jsonl$/, 'db.json'), () => reader.readState(database));
  if (!existsSync(file)) throw damaged(file, 'is missing');
  const bytes = readFileSync(file);
  let last: LastLine | undefined;
  let count = 0;
  let length = 0;
  let isTorn = false;
  for (let end; (end = bytes.indexOf(0x0a, length)) >= 0; length = end + 1) {
    const text = bytes.toString('utf8', length, end);
    isTorn = last !== undefined && !isLine(text) && isUnsynced(bytes.subarray(length), last.lastWrite + 1);
    if (isTorn) break;
    count += 1;
    last = readPlace(`${file}:${count}`, () => {
      const entry = parseLine(text);
      const read = last ? { lastWrite: reader.readWrite(entry), lastChecksum: checksumIn(text) } : readHeader(entry);
      if (!last) reader.continueAfter(read.lastWrite);
      // A journal of another backup has other lines before `db.json`.
      if (read.lastWrite === lastWrite && read.lastChecksum !== lastChecksum)
        throw new Error(`write ${lastWrite} is not the one that db.json contains`);
      return read;
    });
  }
  if (!last) throw damaged(file, 'has no header');
  const next = `${file}:${count + 1}`;
  const rest = bytes.subarray(length);
  // What a crash leaves of a line has at most the whole line without its end.
  if (!isTorn && isLine(rest.toString('utf8', 0, rest.length - 1)))
    throw damaged(next, 'the end of the line is changed');
  const state = reader.state!;
  if (last.lastWrite >= lastWrite) return { state, ...last, length, isTorn: rest.length > 0 };
  if (lastChecksum !== '') throw damaged(next, `write ${last.lastWrite + 1} is missing`);
  return { state, lastWrite, lastChecksum, length: 0, isTorn: false };
}

/**
 * Whether the end of a journal from an invalid line on can have been left by a power cut: the pages that were not written yet are zeros, which
 * no line contains, and no later batch says that this one was synced.
 */
function isUnsynced(end: Buffer, number: number): boolean {
  if (!end.includes('\0\0')) return false;
  const lines = end.toString().split('\n');
  return !lines.some((line) => isLine(line) && Number(parseLine(line)['batch']) > number);
}

function isLine(text: string): boolean {
  try {
    return parseLine(text) !== undefined;
  } catch {
    return false;
  }
}

/** The size of a journal from which on it is replaced by a new `db.json`. */
export const defaultMaxJournalBytes = 16 * 1024 * 1024;

interface JournalOptions {
  folder: string;
  database: Low<Database>;
  adapter: DatabaseFile;
  lock: Lock;
  maxJournalBytes: number;
  onError(error: Error): void;
}

/** The writes of a store on their way to a folder. */
export class Journal implements Log {
  readonly #options: JournalOptions;
  #journal: FileHandle | undefined;
  /** The length of the journal up to which it is synced, in bytes. */
  #length = 0;
  #last: LastLine = { lastWrite: 0, lastChecksum: '' };
  /** Why nothing can be written until a restart. */
  #failure: Error | undefined;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  /** Goes on with a journal that has these writes. */
  async open({ lastWrite, lastChecksum, length }: LastLine & { length: number }): Promise<void> {
    this.#last = { lastWrite, lastChecksum };
    if (length === 0) return this.#beginJournal();
    this.#journal = await open(join(this.#options.folder, 'journal.jsonl'), 'r+');
    await this.#cutBack(length);
  }

  async append(writes: readonly Changes[], tables: Tables): Promise<void> {
    this.#assertUsable();
    const batch = this.#last.lastWrite + 1;
    const lines = writes.map(
      (changes, index) => `${writeLine({ write: batch + index, batch, ...storedWrite(changes) })}\n`,
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
    this.#last = { lastWrite: batch + writes.length - 1, lastChecksum: checksumIn(lines.at(-1)!.trimEnd()) };
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
    await this.#writeDatabase(tables, signingKey);
  }

  async close(): Promise<void> {
    await this.#journal?.close();
    this.#options.lock.release();
  }

  /** Writes all records to `db.json`, and begins the journal again. */
  async #writeDatabase(tables: Tables, signingKey?: Uint8Array): Promise<void> {
    const { database, adapter } = this.#options;
    const before = database.data;
    let counts = false as boolean;
    adapter.onRenamed = () => (counts = true);
    const { dialect, world } = before;
    const key = signingKey ?? Buffer.from(before.signingKey, 'base64');
    const state = { owner: { dialect, world }, tables, signingKey: key, lastLine: this.#last.lastWrite };
    database.data = { ...storedState(state), ...this.#last };
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
    const file = join(this.#options.folder, 'journal.jsonl');
    const header = headerOf(this.#last);
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
