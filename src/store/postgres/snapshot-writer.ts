import type { Pool } from 'pg';
import type { RecordsByKind } from '../records.ts';
import type { DatabaseAddress } from './address.ts';
import { inTransaction, lockNumber, toDatabaseError } from './database.ts';
import { writeSnapshot } from './records.ts';

/** How many entries stay behind a snapshot, so that a server that is a little behind need not load all records. */
export const keptEntries = 1000;
const retryMs = 1000;

interface SnapshotWriterOptions {
  address: DatabaseAddress;
  pool: Pool;
  bytes: number;
  maxBytes: number;
  onError(error: Error): void;
}

/** Compacts entries into snapshots, while writes go on. Of the servers of a schema, one does it at a time. */
export class SnapshotWriter {
  readonly #options: SnapshotWriterOptions;
  #bytes: number;
  #maxBytes: number;
  #running: Promise<void> | undefined;
  #retryAt = 0;

  constructor(options: SnapshotWriterOptions) {
    this.#options = options;
    this.#bytes = options.bytes;
    this.#maxBytes = options.maxBytes;
  }

  get isDue(): boolean {
    return !this.#running && this.#bytes > this.#maxBytes && performance.now() >= this.#retryAt;
  }

  /** Counts the bytes of an entry. */
  count(bytes: number): void {
    this.#bytes += bytes;
  }

  /** A snapshot was loaded or written elsewhere; `bytes` is the size of the entries since. */
  restart(bytes: number): void {
    this.#bytes = bytes;
  }

  /** Begins to write a snapshot of the records after a write. */
  begin(seq: number, records: RecordsByKind): void {
    this.#bytes = 0;
    this.#running = this.#write(seq, records)
      .catch((error: unknown) => {
        this.#retryAt = performance.now() + retryMs;
        this.#bytes = this.#maxBytes + 1;
        this.#options.onError(toDatabaseError(error));
      })
      .then(() => (this.#running = undefined));
  }

  async #write(seq: number, records: RecordsByKind): Promise<void> {
    const { address, pool, maxBytes } = this.#options;
    const { schema } = address;
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query(
        `select pg_try_advisory_xact_lock($1) as locked, (select max(seq) from "${schema}".snapshots) as newest`,
        [lockNumber(address, 'snapshot')],
      );
      if (!rows[0].locked || Number(rows[0].newest) >= seq) return;
      const bytes = await writeSnapshot(client, address, seq, records);
      await client.query(`delete from "${schema}".snapshots where seq < $1`, [seq]);
      await client.query(`delete from "${schema}".entries where seq <= $1`, [seq - keptEntries]);
      // The work for snapshots stays in proportion to the writes.
      this.#maxBytes = Math.max(maxBytes, bytes);
    });
  }

  /** Waits for a snapshot that is being written. */
  async stop(): Promise<void> {
    await this.#running;
  }
}
