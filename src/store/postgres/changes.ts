import type { PoolClient } from 'pg';
import { ConflictError } from '../../errors.ts';
import type { PendingWrites } from '../pending-writes.ts';
import type { RecordsByKind } from '../records.ts';
import { inLockedTransaction } from './commits.ts';
import type { Entry } from './entries.ts';
import type { Follower } from './follower.ts';
import type { PostgresLogOptions } from './log-options.ts';
import type { Positions } from './positions.ts';
import { type StagedRecords, replaceRecords, stageRecords } from './records.ts';
import type { SnapshotWriter } from './snapshot-writer.ts';
import { type BatchId, type LockedHead, insertEntries, writeSigningKey } from './writes.ts';

interface Parts {
  pending: PendingWrites;
  snapshots: SnapshotWriter;
  follower: Follower;
  shared: Positions;
  nextBatch(): BatchId;
}

/** Changes to a schema as a whole, which are entries without records of their own. Writes that are waiting are undone, and run again. */
export class Changes {
  readonly #options: PostgresLogOptions;
  readonly #parts: Parts;

  constructor(options: PostgresLogOptions, parts: Parts) {
    this.#options = options;
    this.#parts = parts;
  }

  /** Replaces all records by others; resolves with the number of the write. No write may be appended meanwhile. */
  replace(records: RecordsByKind): Promise<number> {
    const { address } = this.#options;
    let staged: StagedRecords;
    return this.#change(
      'replace',
      async (client, seq) => {
        await replaceRecords(client, address, staged, seq);
        this.#parts.snapshots.restart(0);
        return seq;
      },
      // Other servers can write while many records are written.
      async (client) => void (staged = await stageRecords(client, address, records)),
    );
  }

  /** Replaces the key that signs tokens. */
  replaceSigningKey(): Promise<Uint8Array> {
    return this.#change('key', (client) => writeSigningKey(client, this.#options.address));
  }

  async #change<T>(
    kind: Exclude<Entry['kind'], 'put'>,
    run: (client: PoolClient, seq: number) => Promise<T>,
    prepare?: (client: PoolClient) => Promise<void>,
  ): Promise<T> {
    const { address, pool, apply } = this.#options;
    const { pending, follower, shared, nextBatch } = this.#parts;
    const runLocked = async (client: PoolClient, locked: LockedHead) => {
      await follower.catchUpTo(locked, client);
      const seq = locked.head + 1;
      const value = await run(client, seq);
      await insertEntries(client, address, nextBatch(), [{ seq, kind }]);
      return { seq, value };
    };
    const { seq, value } = await inLockedTransaction(pool, address, shared.position, runLocked, prepare);
    pending.reject(new ConflictError());
    apply({ seq, put: {} });
    shared.advance(seq);
    return value;
  }
}
