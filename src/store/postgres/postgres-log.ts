import { setImmediate } from 'node:timers/promises';
import { DatabaseError } from '../../errors.ts';
import { PendingWrites } from '../pending-writes.ts';
import type { RecordsByKind } from '../records.ts';
import type { JournalEntry, WriteLog } from '../write-log.ts';
import { Changes } from './changes.ts';
import { connectWithLock, lookUpCommit } from './commits.ts';
import { isRefusal, toDatabaseError } from './database.ts';
import { Follower } from './follower.ts';
import type { PostgresLogOptions } from './log-options.ts';
import { Positions } from './positions.ts';
import { SnapshotWriter } from './snapshot-writer.ts';
import { WorkLoop } from './work-loop.ts';
import { createBatchIds, insertEntries } from './writes.ts';

/**
 * The writes of a store on their way to PostgreSQL, and those of other servers on their way into the store. Each batch is one
 * transaction that locks the head. If other servers wrote before, the writes that are waiting are undone, theirs are applied, and
 * what depended on the undone ones runs again while this server has the lock.
 */
export class PostgresLog implements WriteLog {
  readonly #options: PostgresLogOptions;
  readonly #pending = new PendingWrites();
  readonly #snapshots: SnapshotWriter;
  readonly #follower: Follower;
  readonly shared: Positions;
  readonly #changes: Changes;
  readonly #nextBatch = createBatchIds();
  readonly #loop = new WorkLoop(() => this.#next());
  #isClosing = false;
  #isClosed = false;

  constructor(options: PostgresLogOptions) {
    this.#options = options;
    this.#snapshots = new SnapshotWriter(options);
    this.shared = new Positions(options.position, () => this.#loop.wake());
    this.#follower = new Follower(options, this.shared, this.#pending, this.#snapshots);
    const parts = { pending: this.#pending, snapshots: this.#snapshots, follower: this.#follower, shared: this.shared };
    this.#changes = new Changes(options, { ...parts, nextBatch: this.#nextBatch });
  }

  append(entry: JournalEntry, undo: () => void): void {
    if (this.#isClosed) throw new Error('the journal is closed');
    this.#pending.push(entry, undo);
    this.#loop.wake();
  }

  get durable(): Promise<void> | undefined {
    return this.#pending.durable;
  }

  /** Begins the next piece of work. */
  #next(): Promise<void> | undefined {
    const work = !this.#pending.isEmpty
      ? this.#writeBatch()
      : this.shared.isBehind && !this.#isClosing
        ? this.#follower.catchUp(this.#options.pool)
        : undefined;
    return work?.catch((error: unknown) => this.#fail(error));
  }

  async #writeBatch(): Promise<void> {
    if (this.shared.outage !== undefined) throw new DatabaseError(new Error(this.shared.outage));
    const { address, pool, takeSnapshot } = this.#options;
    const { client, locked } = await connectWithLock(pool, address, this.shared.position);
    const id = this.#nextBatch();
    let isCommitting = false;
    try {
      if (locked.head !== this.shared.position) {
        await this.#follower.catchUpTo(locked, client);
        // What was undone runs again now. It cannot conflict, because no other server can write.
        await setImmediate();
      }
      const entries = this.#pending.takeBatch();
      if (entries.length > 0) {
        const records = this.#snapshots.isDue ? takeSnapshot() : undefined;
        isCommitting = true;
        // The commit does not wait for the response to the statement before; if that one fails, it changes nothing.
        const [bytes] = await Promise.all([insertEntries(client, address, id, entries), client.query('commit')]);
        this.#snapshots.count(bytes);
        this.#acknowledge(entries, records);
      } else await client.query('rollback');
      client.release();
    } catch (error) {
      client.release(true);
      const { batch } = this.#pending;
      if (!isCommitting || isRefusal(error) || batch.length === 0) throw error;
      if (!(await lookUpCommit(pool, address, { ...id, seq: batch.at(-1)!.seq }, error as Error))) throw error;
      this.#acknowledge(batch);
    }
  }

  #acknowledge(entries: readonly JournalEntry[], records?: RecordsByKind): void {
    const { seq } = entries.at(-1)!;
    this.shared.advance(seq);
    this.#pending.resolve();
    if (records) this.#snapshots.begin(seq, records);
  }

  #fail(cause: unknown): void {
    const { onError, onEvent } = this.#options;
    const error = toDatabaseError(cause);
    const hasWrites = this.#pending.durable !== undefined;
    this.#pending.reject(error);
    const [{ message: reason }, { unreadable }] = [error.cause as Error, this.shared];
    // The next notification, or the next poll, tries again.
    this.shared.giveUp(hasWrites ? unreadable : reason);
    if (hasWrites) onError(error);
    else if (reason !== unreadable) onEvent('cannot read the writes of other servers', { reason });
  }

  replace(records: RecordsByKind): Promise<number> {
    return this.#loop.exclusively(() => this.#changes.replace(records));
  }

  /** Replaces the key that signs tokens, also on the other servers. */
  replaceSigningKey(): Promise<Uint8Array> {
    return this.#loop.exclusively(() => this.#changes.replaceSigningKey());
  }

  /** Waits for pending writes, and for a snapshot that is being written. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#loop.idle();
    this.#isClosed = true;
    await this.#snapshots.stop();
  }
}
