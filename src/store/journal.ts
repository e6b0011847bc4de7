import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { StorageError } from '../errors.ts';
import { type Position, removeOlderFiles, snapshotFile } from './data-files.ts';
import type { Head } from './head.ts';
import { type JournalEntry, JournalFile } from './journal-file.ts';
import type { RecordsByKind } from './records.ts';
import { type Snapshot, writeSnapshot } from './snapshot.ts';

export interface JournalOptions {
  folder: string;
  file: JournalFile;
  head: Head;
  /** The last write in the file. */
  position: Position;
  /** A longer journal is replaced by a snapshot and a new journal, while writes go on. */
  maxBytes: number;
  /** Returns all records, with all writes that were appended so far. */
  takeSnapshot: () => RecordsByKind;
  /** Receives what the operator has to mend: writes or a snapshot that failed. */
  onError: (error: Error) => void;
}

interface Pending {
  entry: JournalEntry;
  undo: () => void;
}

type Durability = ReturnType<typeof createDurability>;

/** Creates a promise for the writes that are appended until the next batch begins. */
function createDurability() {
  let settle!: { resolve: () => void; reject: (error: StorageError) => void };
  const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  // Not every write has a response that waits for it.
  promise.catch(() => {});
  return { promise, ...settle };
}

/**
 * The writes of a store on their way to the disk. Those that are appended while a batch is written form the next one. If a
 * batch fails, all writes that are not on the disk are undone, the last one first; later writes are tried again.
 */
export class Journal {
  readonly #options: JournalOptions;
  #file: JournalFile;
  #position: Position;
  #maxBytes: number;
  #queue: Pending[] = [];
  #queued: Durability | undefined;
  #current: Durability | undefined;
  #running: Promise<void> | undefined;
  #compaction: Promise<unknown> | undefined;
  readonly #stop = new AbortController();

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#file = options.file;
    this.#position = options.position;
    this.#maxBytes = options.maxBytes;
  }

  /** Appends a write that is in the store already. `undo` takes it back; it is called if the write cannot be stored. */
  append(entry: JournalEntry, undo: () => void): void {
    if (this.#stop.signal.aborted) throw new Error('the journal is closed');
    this.#queue.push({ entry, undo });
    this.#queued ??= createDurability();
    // The requests that have already arrived share the batch.
    this.#running ??= setImmediate().then(() => this.#run());
  }

  /** Resolves when every write so far is on the disk, undefined if they are; rejects with a StorageError if they are undone. */
  get durable(): Promise<void> | undefined {
    return (this.#queued ?? this.#current)?.promise;
  }

  async #run(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue;
      const durability = this.#queued!;
      [this.#queue, this.#queued, this.#current] = [[], undefined, durability];
      const isLong = this.#file.length > this.#maxBytes && !this.#compaction;
      const records = isLong ? this.#options.takeSnapshot() : undefined;
      try {
        await this.#write(batch);
        durability.resolve();
      } catch (error) {
        this.#undo(batch, error as Error);
        continue;
      }
      if (records) await this.#compact(records);
    }
    [this.#current, this.#running] = [undefined, undefined];
  }

  async #write(batch: Pending[]): Promise<void> {
    const { seq } = batch.at(-1)!.entry;
    const entries = batch.map(({ entry }) => entry);
    await this.#file.append(entries, (checksum) => {
      this.#options.head.record({ seq, checksum });
      this.#position = { seq, checksum };
    });
  }

  #undo(batch: Pending[], cause: Error): void {
    const error = new StorageError(cause);
    for (const { undo } of [...batch, ...this.#queue].toReversed()) undo();
    this.#current!.reject(error);
    this.#queued?.reject(error);
    [this.#queue, this.#queued] = [[], undefined];
    this.#options.onError(error);
  }

  /** Begins a new journal, and a snapshot that replaces the older files. */
  async #compact(records: RecordsByKind): Promise<void> {
    const { folder, onError } = this.#options;
    const snapshot = { ...this.#position, records, isCurrent: true };
    try {
      const file = await JournalFile.create(folder, snapshot);
      this.#file.close();
      this.#file = file;
    } catch (error) {
      this.#maxBytes = this.#file.length * 2;
      return onError(new StorageError(error as Error));
    }
    this.#compaction = this.#writeSnapshot(snapshot)
      .catch((error: Error) => this.#stop.signal.aborted || onError(new StorageError(error)))
      .then(() => (this.#compaction = undefined));
  }

  async #writeSnapshot(snapshot: Snapshot): Promise<void> {
    const { folder, maxBytes } = this.#options;
    const file = snapshotFile(folder, snapshot.seq);
    await writeSnapshot(file, snapshot, this.#stop.signal);
    await removeOlderFiles(folder, snapshot.seq);
    // The disk holds at most a few times as much as the records, and the work for snapshots stays in proportion to the writes.
    this.#maxBytes = Math.max(maxBytes, statSync(file).size);
  }

  /** Waits for pending writes, gives up an unfinished snapshot, and closes the files. */
  async close(): Promise<void> {
    await this.#running;
    this.#stop.abort();
    await this.#compaction;
    this.#file.close();
    this.#options.head.close();
  }
}
