import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { ConflictError, DatabaseError, UnknownOutcomeError } from '../../errors.ts';
import type { RecordsByKind } from '../records.ts';
import type { JournalEntry, WriteLog } from '../write-log.ts';
import { PendingWrites } from '../pending-writes.ts';
import type { DatabaseAddress } from './address.ts';
import { describeDatabaseError, isRefusal } from './database.ts';
import { type Entry, type LoadedRecords, loadRecords, readEntries, writeSnapshot } from './records.ts';
import { Positions } from './positions.ts';
import { SnapshotWriter } from './snapshot-writer.ts';
import { type BatchId, hasWritten, insertEntries, lockHead, readSigningKey, writeSigningKey } from './writes.ts';

/** The values of a line of the log. */
export type EventDetails = Record<string, string | number>;

export interface PostgresLogOptions {
  address: DatabaseAddress;
  pool: Pool;
  /** The last write in the store. */
  position: number;
  /** About how many bytes the entries since the last snapshot take. */
  bytes: number;
  /** Entries that take more bytes are compacted into a snapshot. */
  maxBytes: number;
  /** Puts a write of another server into the store. */
  apply(entry: JournalEntry): void;
  /** Replaces the records of the store by those that another server wrote. */
  load(records: LoadedRecords): void;
  /** Receives the key that signs tokens when another server has replaced it. */
  onSigningKey(key: Uint8Array): void;
  /** Returns all records, with all writes that were appended so far. */
  takeSnapshot(): RecordsByKind;
  onError(error: Error): void;
  /** Receives what the operator may want to know. */
  onEvent(message: string, details: EventDetails): void;
}

// How long the outcome of a commit is looked up whose response was lost, before its clients get an error.
const lookUpMs = 3000;

/**
 * The writes of a store on their way to PostgreSQL, and those of other servers on their way into the store. Each batch is one
 * transaction that locks the head. If other servers wrote before, the writes that are waiting are undone, theirs are applied, and
 * what depended on the undone ones runs again while this server has the lock.
 */
export class PostgresLog implements WriteLog {
  readonly #options: PostgresLogOptions;
  readonly #pending = new PendingWrites();
  readonly #snapshots: SnapshotWriter;
  readonly shared: Positions;
  readonly #server = randomUUID();
  #batch = 0;
  /** The work with the database, one piece at a time. */
  #running: Promise<void> | undefined;
  #isClosing = false;
  #isClosed = false;

  constructor(options: PostgresLogOptions) {
    this.#options = options;
    this.#snapshots = new SnapshotWriter(options);
    this.shared = new Positions(options.position, () => this.#wake());
  }

  append(entry: JournalEntry, undo: () => void): void {
    if (this.#isClosed) throw new Error('the journal is closed');
    this.#pending.push(entry, undo);
    this.#wake();
  }

  get durable(): Promise<void> | undefined {
    return this.#pending.durable;
  }

  #wake(): void {
    // The requests that have already arrived share the batch.
    this.#running ??= setImmediate().then(() => this.#run());
  }

  async #run(): Promise<void> {
    while (!this.#pending.isEmpty || (this.shared.isBehind && !this.#isClosing)) {
      try {
        await (this.#pending.isEmpty ? this.#catchUp(this.#options.pool) : this.#writeBatch());
      } catch (error) {
        this.#fail(error as Error);
      }
    }
    this.#running = undefined;
  }

  /** Runs a piece of work when no other one runs. */
  async #exclusively<T>(work: () => Promise<T>): Promise<T> {
    while (this.#running) await this.#running;
    const result = work();
    this.#running = result.then(
      () => this.#run(),
      () => this.#run(),
    );
    return result;
  }

  async #writeBatch(): Promise<void> {
    if (this.shared.problem !== undefined) throw new DatabaseError(new Error(this.shared.problem));
    const { address, takeSnapshot } = this.#options;
    const { client, head } = await this.#lockHead();
    const id = { server: this.#server, batch: ++this.#batch };
    let isCommitting = false;
    try {
      if (head !== this.shared.position) {
        await this.#catchUp(client, head);
        // What was undone runs again now. It cannot conflict, because no other server can write.
        await setImmediate();
      }
      const entries = this.#pending.takeBatch();
      if (entries.length > 0) {
        const records = this.#snapshots.isDue ? takeSnapshot() : undefined;
        this.#snapshots.count(await insertEntries(client, address, id, entries));
        isCommitting = true;
        await client.query('commit');
        this.#acknowledge(entries, records);
      } else await client.query('rollback');
      client.release();
    } catch (error) {
      client.release(true);
      const { batch } = this.#pending;
      if (!isCommitting || isRefusal(error) || batch.length === 0) throw error;
      if (!(await this.#lookUp(id, batch.at(-1)!.seq, error as Error))) throw error;
      this.#acknowledge(batch);
    }
  }

  /** Begins a transaction with the lock of the head. An idle connection of the pool may be broken: then there is a new one. */
  async #lockHead(attempts = 2): Promise<{ client: PoolClient; head: number }> {
    const client = await this.#options.pool.connect();
    try {
      return { client, head: await lockHead(client, this.#options.address) };
    } catch (error) {
      client.release(true);
      if (attempts === 1 || isRefusal(error)) throw error;
      return this.#lockHead(attempts - 1);
    }
  }

  #acknowledge(entries: readonly JournalEntry[], records?: RecordsByKind): void {
    const { seq } = entries.at(-1)!;
    this.shared.advance(seq);
    this.#pending.resolve();
    if (records) this.#snapshots.begin(seq, records);
  }

  /** Whether a batch is stored whose commit got no response. The lock of the head waits for the end of the lost transaction. */
  async #lookUp(id: BatchId, seq: number, cause: Error): Promise<boolean> {
    const { address } = this.#options;
    for (const end = performance.now() + lookUpMs; performance.now() < end; await setTimeout(50)) {
      let client: PoolClient | undefined;
      try {
        ({ client } = await this.#lockHead(1));
        const isStored = await hasWritten(client, address, id, seq);
        await client.query('rollback');
        client.release();
        return isStored;
      } catch {
        client?.release(true);
      }
    }
    throw new UnknownOutcomeError(cause);
  }

  #fail(cause: Error): void {
    const error =
      cause instanceof DatabaseError ? cause : new DatabaseError(new Error(describeDatabaseError(cause), { cause }));
    const hasWrites = this.#pending.durable !== undefined;
    this.#pending.reject(error);
    // The next notification, or the next poll, tries again.
    this.shared.stopCatchingUp();
    if (hasWrites) this.#options.onError(error);
    else this.#options.onEvent('cannot read the writes of other servers', { reason: (error.cause as Error).message });
  }

  /** Applies the writes of other servers up to the head, or all that there are; undoes those of this server that are waiting. */
  async #catchUp(connection: PoolClient | Pool, head?: number): Promise<void> {
    const { address, apply } = this.#options;
    for (;;) {
      const entries = await readEntries(connection, address, this.shared.position);
      if (entries.length === 0) {
        if (head !== undefined && head !== this.shared.position) await this.#load(connection);
        return this.shared.stopCatchingUp();
      }
      if (!isNext(entries, this.shared.position)) {
        await this.#load(connection);
        continue;
      }
      const key = entries.some(({ kind }) => kind === 'key') && (await readSigningKey(connection, address));
      this.#pending.reject(new ConflictError());
      for (const { seq, put, bytes } of entries) {
        apply({ seq, put: put ?? {} });
        this.#snapshots.count(bytes);
      }
      if (key) this.#options.onSigningKey(key);
      this.shared.advance(entries.at(-1)!.seq);
    }
  }

  /** Loads all records: another server has replaced them, or the writes that this server lacks are only in a snapshot. */
  async #load(connection: PoolClient | Pool): Promise<void> {
    const { address, load, onSigningKey, onEvent } = this.#options;
    const { position } = this.shared;
    const records = await loadRecords(connection, address);
    if (records.seq < position)
      throw new Error(`the database ends with write ${records.seq}, but write ${position} was read; was it restored?`);
    const key = await readSigningKey(connection, address);
    this.#pending.reject(new ConflictError());
    load(records);
    onSigningKey(key);
    this.#snapshots.restart(records.bytes);
    this.shared.advance(records.seq);
    onEvent('loaded all records again', { from: position, to: records.seq });
  }

  /** Replaces all records by others; resolves with the number of the write. No write may be appended meanwhile. */
  replace(records: RecordsByKind): Promise<number> {
    return this.#change('replace', async (client, seq) => {
      const { address } = this.#options;
      await writeSnapshot(client, address, seq, records);
      for (const table of ['snapshots', 'entries'])
        await client.query(`delete from "${address.schema}".${table} where seq < $1`, [seq]);
      this.#snapshots.restart(0);
      return seq;
    });
  }

  /** Replaces the key that signs tokens, also on the other servers. */
  replaceSigningKey(): Promise<Uint8Array> {
    return this.#change('key', (client) => writeSigningKey(client, this.#options.address));
  }

  /** Makes a change that is an entry, but not one of records, in a transaction with the lock of the head. */
  #change<T>(kind: Exclude<Entry['kind'], 'put'>, run: (client: PoolClient, seq: number) => Promise<T>): Promise<T> {
    return this.#exclusively(async () => {
      const { client, head } = await this.#lockHead();
      try {
        if (kind === 'key' && head !== this.shared.position) await this.#catchUp(client, head);
        const seq = head + 1;
        const value = await run(client, seq);
        const id = { server: this.#server, batch: ++this.#batch };
        await insertEntries(client, this.#options.address, id, [{ seq, kind }]);
        await client.query('commit');
        client.release();
        this.shared.advance(seq);
        return value;
      } catch (error) {
        client.release(true);
        throw new DatabaseError(new Error(describeDatabaseError(error), { cause: error }));
      }
    });
  }

  /** Waits for pending writes, and gives up an unfinished snapshot. */
  async close(): Promise<void> {
    this.#isClosing = true;
    while (this.#running) await this.#running;
    this.#isClosed = true;
    await this.#snapshots.stop();
  }
}

const isNext = (entries: readonly Entry[], position: number): boolean =>
  entries[0]!.seq === position + 1 && entries.every(({ kind, isCurrent }) => kind !== 'replace' && isCurrent);
