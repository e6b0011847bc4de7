import type { Pool } from 'pg';
import type { RecordsByKind } from '../records.ts';
import type { JournalEntry } from '../write-log.ts';
import type { DatabaseAddress } from './address.ts';
import type { LoadedRecords } from './records.ts';

/** The values of a line of the log. */
export type EventDetails = Record<string, string | number>;

/** What connects a database and a store. */
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
  /** Receives the key that signs tokens when another server has replaced it or the records. */
  onSigningKey(key: Uint8Array): void;
  /** Returns all records, with all writes that were appended so far. */
  takeSnapshot(): RecordsByKind;
  onError(error: Error): void;
  /** Receives what the operator may want to know. */
  onEvent(message: string, details: EventDetails): void;
}
