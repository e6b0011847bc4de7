import type { Pool, PoolClient } from 'pg';
import { ConflictError } from '../../errors.ts';
import type { PendingWrites } from '../pending-writes.ts';
import { putRecords } from '../put-records.ts';
import { Tables } from '../tables.ts';
import type { DatabaseAddress } from './address.ts';
import { damagedRows } from './database.ts';
import type { PostgresLogOptions } from './log-options.ts';
import type { Positions } from './positions.ts';
import { type Entry, readEntries, recordsOf } from './entries.ts';
import { loadRecords } from './records.ts';
import type { SnapshotWriter } from './snapshot-writer.ts';
import { type LockedHead, readSigningKey } from './writes.ts';

/** Brings the writes of other servers into the store. Those of this server that are not stored yet are undone before. */
export class Follower {
  readonly #options: PostgresLogOptions;
  readonly #positions: Positions;
  readonly #pending: PendingWrites;
  readonly #snapshots: SnapshotWriter;

  constructor(options: PostgresLogOptions, positions: Positions, pending: PendingWrites, snapshots: SnapshotWriter) {
    this.#options = options;
    this.#positions = positions;
    this.#pending = pending;
    this.#snapshots = snapshots;
  }

  /**
   * Applies the writes of other servers, as far as there are any. Stops when this server has to write: then it catches up with the
   * lock, because other servers could go on writing, and each of their writes would undo those that wait here.
   */
  async catchUp(pool: Pool): Promise<void> {
    for (;;) {
      const end = this.#positions.beginReading();
      const entries = await readEntries(pool, this.#options.address, this.#positions.position);
      if (!this.#pending.isEmpty) return;
      if (entries.length === 0) return end();
      await this.#follow(pool, entries);
    }
  }

  /**
   * Applies the writes of other servers up to a head that is locked; `entries` are the first of them. All at once, so that what was
   * undone runs again only once.
   */
  async catchUpTo({ head, entries }: LockedHead, client: PoolClient): Promise<void> {
    if (head === this.#positions.position) return;
    const all = [...entries];
    while (all.length > 0 && all.at(-1)!.seq < head)
      all.push(...(await readEntries(client, this.#options.address, all.at(-1)!.seq)));
    await this.#follow(client, all);
  }

  async #follow(connection: PoolClient | Pool, entries: readonly Entry[]): Promise<void> {
    if (isNext(entries, this.#positions.position)) await this.#apply(connection, entries);
    else await this.#load(connection, entries);
  }

  async #apply(connection: PoolClient | Pool, entries: readonly Entry[]): Promise<void> {
    const { address, apply, onSigningKey } = this.#options;
    checkEntries(entries, address);
    const key = entries.some(({ kind }) => kind === 'key') ? await readSigningKey(connection, address) : undefined;
    this.#pending.reject(new ConflictError());
    for (const { seq, put, bytes } of entries) {
      apply({ seq, put: put ?? {} });
      this.#snapshots.count(bytes);
    }
    if (key) onSigningKey(key);
    this.#positions.advance(entries.at(-1)!.seq);
  }

  /** Loads all records: another server has replaced them, or the writes that this server lacks are only in a snapshot. */
  async #load(connection: PoolClient | Pool, entries: readonly Entry[]): Promise<void> {
    const { address, load, onSigningKey, onEvent } = this.#options;
    const { position } = this.#positions;
    const records = await loadRecords(connection, address);
    if (records.seq < position)
      throw new Error(`the database ends with write ${records.seq}, but write ${position} was read; was it restored?`);
    const key = await readSigningKey(connection, address);
    this.#pending.reject(new ConflictError());
    load(records);
    onSigningKey(key);
    this.#snapshots.restart(records.bytes);
    this.#positions.advance(records.seq);
    const isReplaced = entries.some(({ kind }) => kind === 'replace');
    onEvent(isReplaced ? 'another server has replaced the records' : 'caught up with a snapshot', {
      from: position,
      to: records.seq,
    });
  }
}

/** Throws before anything is changed if records of an entry could not be put into the store. */
function checkEntries(entries: readonly Entry[], address: DatabaseAddress): void {
  const tables = new Tables();
  for (const entry of entries) {
    try {
      putRecords(tables, recordsOf(entry));
    } catch (error) {
      throw damagedRows(address, `write ${entry.seq}: ${(error as Error).message}`);
    }
  }
}

/** Whether entries follow a position, and can be applied one by one. */
const isNext = (entries: readonly Entry[], position: number): boolean =>
  entries[0]?.seq === position + 1 && entries.every(({ kind, isCurrent }) => kind !== 'replace' && isCurrent);
