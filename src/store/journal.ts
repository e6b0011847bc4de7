import { setImmediate } from 'node:timers/promises';
import { StorageError } from '../errors.ts';
import { type CompactionOptions, Compaction } from './compaction.ts';
import type { Position } from './data-files.ts';
import type { Head } from './head.ts';
import { type JournalEntry, JournalFile } from './journal-file.ts';
import type { RecordsByKind } from './records.ts';

export interface JournalOptions extends CompactionOptions {
  file: JournalFile;
  head: Head;
  /** The last write in the file. */
  position: Position;
  /** Returns all records, with all writes that were appended so far. */
  takeSnapshot: () => RecordsByKind;
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
  readonly #compaction: Compaction;
  #queue: Pending[] = [];
  #queued: Durability | undefined;
  #current: Durability | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#file = options.file;
    this.#position = options.position;
    this.#compaction = new Compaction(options);
  }

  /** Appends a write that is in the store already. `undo` takes it back; it is called if the write cannot be stored. */
  append(entry: JournalEntry, undo: () => void): void {
    if (this.#isClosed) throw new Error('the journal is closed');
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
      const records = this.#compaction.isDue(this.#file.length) ? this.#options.takeSnapshot() : undefined;
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
    const { folder } = this.#options;
    const snapshot = { ...this.#position, records, isCurrent: true };
    try {
      const file = await JournalFile.create(folder, snapshot);
      this.#file.close();
      this.#compaction.begin(snapshot, this.#file.length);
      this.#file = file;
    } catch (error) {
      this.#compaction.postpone(error as Error);
    }
  }

  /** Waits for pending writes, gives up an unfinished snapshot, and closes the files. */
  async close(): Promise<void> {
    await this.#running;
    this.#isClosed = true;
    await this.#compaction.stop();
    this.#file.close();
    this.#options.head.close();
  }
}
