import type { RecordsByKind } from './records.ts';

/** One write: its sequence number, and the complete records that it put into the store. */
export interface JournalEntry {
  seq: number;
  put: RecordsByKind;
}

/** Where the store persists writes. */
export interface WriteLog {
  /** Appends a write that the store shows from now on. `undo` takes it back if it cannot be persisted. */
  append(entry: JournalEntry, undo: () => void): void;
  /** Resolves when every write so far is persisted, undefined if they are; rejects if they are undone. */
  readonly durable: Promise<void> | undefined;
  /** Replaces everything that was persisted; resolves with the number of the write when it is done. */
  replace(records: RecordsByKind): Promise<number>;
  /** What several servers on the same records know of each other; undefined if one server has them for itself. */
  readonly shared?: SharedLog;
}

/** The side of a write log that several servers share. */
export interface SharedLog {
  /** The number of the last persisted write that this server shows. */
  readonly position: number;
  /** Resolves when this server shows the write with this number; rejects with a RequestError if that takes too long. */
  waitFor(position: number): Promise<void>;
  /** Why writes cannot be stored or read now, or what the operator should look at; undefined if all is well. */
  readonly problem: string | undefined;
}
