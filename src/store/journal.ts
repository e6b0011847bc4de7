import { rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { StorageError } from '../errors.ts';
import { type CompactionOptions, Compaction } from './compaction.ts';
import { type Position, removeOlderFiles, snapshotFile } from './data-files.ts';
import { type Durability, createDurability } from './durability.ts';
import type { Head } from './head.ts';
import { JournalFile } from './journal-file.ts';
import type { JournalEntry, WriteLog } from './write-log.ts';
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

/**
 * The writes of a store on their way to the disk. Those that are appended while a batch is written form the next one. If a
 * batch fails, all writes that are not on the disk are undone, the last one first; later writes are tried again.
 */
export class Journal implements WriteLog {
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

  append(entry: JournalEntry, undo: () => void): void {
    if (this.#isClosed) throw new Error('the journal is closed');
    this.#queue.push({ entry, undo });
    this.#queued ??= createDurability();
    // The requests that have already arrived share the batch.
    this.#running ??= setImmediate().then(() => this.#run());
  }

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

  /**
   * Replaces the history by a snapshot of other records; resolves with its number. No write may be appended meanwhile. Rejects with a
   * StorageError, and goes on with the old history, if the disk does not take it.
   */
  async replace(records: RecordsByKind): Promise<number> {
    while (this.#running) await this.#running;
    const { folder, head } = this.#options;
    const position = { seq: this.#position.seq + 1, checksum: 0 };
    const file = await this.#beginHistory(position, records);
    this.#file.close();
    this.#file = file;
    this.#position = position;
    head.record(position);
    await removeOlderFiles(folder, position.seq);
    return position.seq;
  }

  /** Writes a snapshot and creates the journal after it: both, or neither, because a snapshot alone would count at the next start. */
  async #beginHistory(position: Position, records: RecordsByKind): Promise<JournalFile> {
    const { folder, onError } = this.#options;
    try {
      await this.#compaction.replace({ ...position, records, isCurrent: true });
      return await JournalFile.create(folder, position);
    } catch (cause) {
      await rm(snapshotFile(folder, position.seq), { force: true });
      const error = new StorageError(cause as Error);
      onError(error);
      throw error;
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
