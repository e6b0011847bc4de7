import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { CommandError, ReplacementError, StorageError } from '../errors.ts';
import { serverKinds } from '../records/kinds.ts';
import type { Kind, Records, RecordsByKind } from '../records/records.ts';
import { type Changes, type Tables, changedKinds } from '../records/tables.ts';
import { type Now, formatDateTime, parseDateTime } from '../records/time.ts';
import { Transaction } from './transaction.ts';
import type { CheckAddedMember } from '../records/validate.ts';

/** Generates a random key to sign tokens with. */
export const generateSigningKey = (): Uint8Array => randomBytes(32);

/** Where the writes of a store go. */
export interface Log {
  /** Stores writes, all or none; `tables` are the records after the last of them. */
  append(writes: readonly Changes[], tables: Tables): Promise<void>;
  /** Stores other records and another key in place of everything: both or neither. */
  replace(tables: Tables, signingKey: Uint8Array): Promise<void>;
  close(): Promise<void>;
  /** Why nothing can be written until the operator does something; undefined if nothing is known. */
  readonly failure?: StorageError | undefined;
  /** Only of a log that several servers share. */
  readonly shared?: SharedLog;
}

/** What several servers on the same records need. One of them writes at a time. */
export interface SharedLog {
  /** Reads what other servers have written. */
  refresh(): Promise<void>;
  /** Runs a function while no other server can write, after reading what they have written. What it appends is stored when this resolves, or not at all. */
  exclusively<T>(run: () => Promise<T>): Promise<T>;
  /** Resolves when everything that was begun so far has ended. */
  readonly idle: Promise<unknown>;
}

export interface StoreOptions {
  clock?: Now;
  log?: Log | undefined;
  /** The key that signs tokens; a new random one by default. */
  signingKey?: Uint8Array;
  /** Receives the error if writes cannot be stored. The store goes on; writes that failed are undone. */
  onError?: ((error: Error) => void) | undefined;
}

/** How a store is opened that keeps its records. */
export interface OpenOptions {
  /** The world folder with the initial records. */
  world: string;
  /** Whether the user has chosen the world: records of another world are refused then. */
  isWorldChosen?: boolean | undefined;
  /** The name of the dialect of the server: records that were filled for another one are refused. */
  dialect?: string | undefined;
  /** Whether the records of the world replace those that are there, and all tokens end. */
  reset?: boolean | undefined;
  clock?: Now;
  /** What the records of the world may have beyond their kinds. Default: nothing. */
  checkAddedMember?: CheckAddedMember | undefined;
}

/** A store that was opened. */
export interface OpenedStore {
  store: Store;
  /** Where the records come from: `world` if they are new, `data` if an earlier run stored them. */
  source: 'world' | 'data';
  /** Whether the log ended with what was never synced, which was dropped. */
  droppedTornLine: boolean;
}

/** Resolves or rejects when a batch of writes is stored or undone. */
interface Batch {
  writes: Changes[];
  stored: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

/**
 * The records of a deployment, in memory. Tables never change in place: a write shows other tables at once, and a batch that
 * cannot be stored takes everybody back to the tables that are.
 */
export class Store {
  readonly #clock: Now;
  readonly #log: Log | undefined;
  readonly #onError: (error: Error) => void;
  #tables: Tables;
  /** The tables with all writes that are stored. */
  #stored: Tables;
  #signingKey: Uint8Array;
  #queued: Batch | undefined;
  #current: Batch | undefined;
  #running: Promise<void> | undefined;
  #replacement: Promise<void> | undefined;
  #isClosed = false;
  /** What edited records may have beyond their kinds; nothing by default. */
  checkAddedMember: CheckAddedMember | undefined;

  constructor(tables: Tables, { clock = Date.now, log, signingKey, onError }: StoreOptions = {}) {
    this.#tables = this.#stored = tables;
    this.#clock = clock;
    this.#log = log;
    this.#signingKey = signingKey ?? generateSigningKey();
    this.#onError = onError ?? (() => {});
  }

  /** All records as they are now. They never change; keep them to return to them with `replace`. */
  get tables(): Tables {
    return this.#tables;
  }

  /** The key that signs tokens. */
  get signingKey(): Uint8Array {
    return this.#signingKey;
  }

  /** The record with this id, or undefined. An id from a request can be a string; it must consist of decimal digits. */
  find<K extends Kind>(kind: K, id: number | string | null): Records[K] | undefined {
    if (typeof id === 'string') return /^[1-9]\d{0,14}$/.test(id) ? this.#tables.find(kind, Number(id)) : undefined;
    return this.#tables.find(kind, id);
  }

  /** The record with an id that a record of the world refers to. Throws an Error if there is none. */
  get<K extends Kind>(kind: K, id: number | string | null): Records[K] {
    const record = this.find(kind, id);
    if (!record) throw new Error(`${kind} has no record ${id}`);
    return record;
  }

  /** The records with these ids, in the order of `ids`, without those that do not exist. */
  findMany<K extends Kind>(kind: K, ids: readonly number[]): Records[K][] {
    return ids.map((id) => this.#tables.find(kind, id)).filter((record) => record !== undefined);
  }

  /** All records of a kind, sorted by id. */
  all<K extends Kind>(kind: K): readonly Records[K][] {
    return this.#tables.all(kind);
  }

  /** The records with this value in an index of the kind, sorted by id. */
  where<K extends Kind>(kind: K, indexName: string, value: number | string | null): readonly Records[K][] {
    return this.#tables.where(kind, indexName, value);
  }

  /** The highest id so far; 0 if there are no records. */
  highestId(kind: Kind): number {
    return this.#tables.highestId(kind);
  }

  /** Skips the next id of a kind, as the platform does when it cannot create a record. Not persisted. */
  skipNextId(kind: Kind): void {
    this.#tables = this.#tables.withHighestId(kind, this.highestId(kind) + 1);
  }

  get organization(): Records['organization'] {
    return this.#tables.organization;
  }

  /** All records by kind. */
  records(): RecordsByKind {
    return this.#tables.records();
  }

  /** The current time in the format of the API. */
  now(): string {
    return this.formatDateTime(this.#clock());
  }

  /** Formats milliseconds since 1970 as the API does, in the time zone of the organization. */
  formatDateTime(epochMs: number): string {
    return formatDateTime(epochMs, this.organization.timeZone);
  }

  /** Parses an ISO 8601 date-time to milliseconds since 1970, or NaN. Without an offset, it is local to the organization. */
  parseDateTime(text: string): number {
    return parseDateTime(text, this.organization.timeZone);
  }

  /**
   * Runs `recipe` and shows what it wrote at once: all of it, or nothing if it throws. Nothing that depends on the write may
   * leave the process before `durable` resolves. If servers share the records, call it within `write`.
   */
  update<T>(recipe: (transaction: Transaction) => T): T {
    if (this.#replacement) throw new ReplacementError();
    this.#assertOpen();
    const transaction = new Transaction(this.#tables, this.now());
    const value = recipe(transaction);
    const { changes } = transaction;
    if (changedKinds(changes).length === 0) return value;
    if (!this.#log) {
      this.load(this.#tables.with(changes));
      return value;
    }
    if (this.#log.shared && !this.#queued) throw new Error('a write to shared records outside of Store.write');
    (this.#queued ??= createBatch()).writes.push(changes);
    this.#tables = this.#tables.with(changes);
    // The requests that have already arrived share the batch.
    if (!this.#log.shared) this.#running ??= setImmediate().then(() => this.#storeBatches(this.#log!));
    return value;
  }

  /** Runs a function that may write; returns when its writes are stored. Rejects with a StorageError if they cannot be, and are undone. */
  write<T>(run: () => T | Promise<T>): T | Promise<T> {
    const { shared } = this.#log ?? {};
    return shared ? this.#writeShared(shared, run) : this.read(run);
  }

  /** Runs a function that reads; returns when what it can have read is stored. */
  read<T>(run: () => T | Promise<T>): T | Promise<T> {
    return this.#log ? this.#readStored(run) : run();
  }

  async #readStored<T>(run: () => T | Promise<T>): Promise<T> {
    try {
      return await run();
    } finally {
      await this.durable;
    }
  }

  /** Runs one `update`; resolves when it is stored. */
  async updateDurably<T>(recipe: (transaction: Transaction) => T): Promise<T> {
    return this.write(() => this.update(recipe));
  }

  /** Resolves when every write so far is stored; undefined if they are. Rejects with a StorageError if they cannot be, and are undone. */
  get durable(): Promise<void> | undefined {
    return [this.#queued, this.#current].find((batch) => batch?.writes.length)?.stored;
  }

  /** Whether other servers write to the same records. */
  get isShared(): boolean {
    return this.#log?.shared !== undefined;
  }

  /** Shows what other servers have written. */
  async refresh(): Promise<void> {
    await this.#log?.shared?.refresh();
  }

  /** Resolves if the records can be read and written, as far as can be known without a write. Rejects with a StorageError otherwise. */
  async probe(): Promise<void> {
    if (this.#log?.failure) throw this.#log.failure;
    await this.refresh();
  }

  async #storeBatches(log: Log): Promise<void> {
    while (this.#queued) {
      const batch = this.#beginBatch();
      try {
        await this.#endBatch(batch, log.append(batch.writes, this.#tables), this.#tables);
      } catch (error) {
        // Later writes can depend on what is undone.
        this.#queued?.reject(error as Error);
        this.#queued = undefined;
        this.#onError(error as Error);
      }
    }
    this.#running = undefined;
  }

  /** Others who read wait for the end too, if they can have read what is not stored yet. */
  async #writeShared<T>(shared: SharedLog, run: () => T | Promise<T>): Promise<T> {
    const batch = createBatch();
    const stored = shared.exclusively(async () => {
      this.#queued = batch;
      // What was written before an error stays, as in a data folder.
      const [ended] = await Promise.allSettled([(async () => run())()]);
      this.#beginBatch();
      if (batch.writes.length > 0) await this.#log!.append(batch.writes, this.#tables);
      return ended;
    });
    const ended = await this.#endBatch(batch, stored);
    if (ended.status === 'rejected') throw ended.reason;
    return ended.value;
  }

  #beginBatch(): Batch {
    const batch = (this.#current = this.#queued!);
    this.#queued = undefined;
    return batch;
  }

  /** Waits until a batch is stored. Rejects with a StorageError if it cannot be; then the writes since what is stored are undone. */
  async #endBatch<T>(batch: Batch, stored: Promise<T>, tables?: Tables): Promise<T> {
    try {
      const value = await stored;
      this.#stored = tables ?? this.#tables;
      batch.resolve();
      return value;
    } catch (cause) {
      const error = toStorageError(cause);
      this.#tables = this.#stored;
      batch.reject(error);
      throw error;
    } finally {
      if (this.#current === batch) this.#current = undefined;
    }
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new StorageError(new Error('the store is closed'));
  }

  /** Waits until every write is stored or undone. */
  async #settle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** The tables when every write so far is stored. Rejects with a StorageError if one cannot be. */
  async durableTables(): Promise<Tables> {
    while (this.durable) await this.durable;
    return this.#tables;
  }

  /**
   * Replaces all records by those that `next` makes of the current ones; resolves when they are stored. No other writer is between the
   * two. The records of the server, such as revocations, stay as they are, unless a new key to sign tokens is given, which ends every
   * token. Until then, `update` throws a ReplacementError. Rejects with a StorageError if the records cannot be stored, and with a
   * CommandError of `next`; then nothing changes.
   */
  async replace(next: (current: Tables) => Tables, signingKey?: Uint8Array): Promise<void> {
    while (this.#replacement) await this.#replacement;
    this.#assertOpen();
    const replaced = this.#replaceAll(next, signingKey);
    this.#replacement = replaced.catch(() => {}).finally(() => (this.#replacement = undefined));
    try {
      await replaced;
    } catch (cause) {
      if (cause instanceof CommandError) throw cause;
      const error = toStorageError(cause);
      this.#onError(error);
      throw error;
    }
  }

  async #replaceAll(next: (current: Tables) => Tables, newKey: Uint8Array | undefined): Promise<void> {
    const replace = async (): Promise<Tables> => {
      // What belongs to the server outlives the records.
      const tables = newKey ? next(this.#tables) : next(this.#tables).withKindsOf(this.#tables, serverKinds);
      await this.#log?.replace(tables, newKey ?? this.#signingKey);
      return tables;
    };
    const { shared } = this.#log ?? {};
    this.load(await (shared ? shared.exclusively(replace) : this.#settle().then(replace)), newKey);
  }

  /** Shows records that the log has stored, such as those that another server wrote. */
  load(tables: Tables, signingKey = this.#signingKey): void {
    this.#tables = this.#stored = tables;
    this.#signingKey = signingKey;
  }

  /** Waits for pending writes, and closes the log. Later writes are refused. */
  async close(): Promise<void> {
    while (this.#running || this.#replacement) await (this.#running ?? this.#replacement);
    await this.#log?.shared?.idle;
    this.#isClosed = true;
    await this.#log?.close();
  }
}

const toStorageError = (cause: unknown): StorageError =>
  cause instanceof StorageError ? cause : new StorageError(cause as Error);

function createBatch(): Batch {
  let settle!: Pick<Batch, 'resolve' | 'reject'>;
  const stored = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  // Not every write has a response that waits for it.
  stored.catch(() => {});
  return { writes: [], stored, ...settle };
}
