import { statSync } from 'node:fs';
import { StorageError } from '../errors.ts';
import { removeOlderFiles, snapshotFile } from './data-files.ts';
import { type Snapshot, writeSnapshot } from './snapshot.ts';

export interface CompactionOptions {
  folder: string;
  /** The length of the journals before the current one, since the last snapshot. */
  olderBytes: number;
  /** Longer journals are replaced by a snapshot, while writes go on. */
  maxBytes: number;
  /** Receives what the operator has to mend: writes or a snapshot that failed. */
  onError: (error: Error) => void;
}

const retryMs = 1000;

/** The snapshots that replace journals. One is written at a time. */
export class Compaction {
  readonly #options: CompactionOptions;
  #olderBytes: number;
  #maxBytes: number;
  #running: Promise<unknown> | undefined;
  /** When a snapshot may be tried again after one that failed. */
  #retryAt = 0;
  readonly #stop = new AbortController();

  constructor(options: CompactionOptions) {
    this.#options = options;
    this.#olderBytes = options.olderBytes;
    this.#maxBytes = options.maxBytes;
  }

  /** Whether the journals are too long; `length` is that of the current one. */
  isDue(length: number): boolean {
    if (this.#running || this.#olderBytes + length <= this.#maxBytes) return false;
    return performance.now() >= this.#retryAt;
  }

  /** Begins to write a snapshot; a new journal follows it, and `length` is that of the one before. */
  begin(snapshot: Snapshot, length: number): void {
    this.#olderBytes += length;
    this.#running = this.#write(snapshot)
      .catch((error: Error) => this.#stop.signal.aborted || this.postpone(error))
      .then(() => (this.#running = undefined));
  }

  async #write(snapshot: Snapshot): Promise<void> {
    const { folder, maxBytes } = this.#options;
    const file = snapshotFile(folder, snapshot.seq);
    await writeSnapshot(file, snapshot, this.#stop.signal);
    await removeOlderFiles(folder, snapshot.seq);
    this.#olderBytes = 0;
    // The disk holds at most a few times as much as the records, and the work for snapshots stays in proportion to the writes.
    this.#maxBytes = Math.max(maxBytes, statSync(file).size);
  }

  /** Writes a snapshot with which another history begins, after one that is being written. */
  async replace(snapshot: Snapshot): Promise<void> {
    await this.#running;
    await writeSnapshot(snapshotFile(this.#options.folder, snapshot.seq), snapshot);
    this.#olderBytes = 0;
  }

  /** Tries it again a second later. */
  postpone(cause: Error): void {
    this.#retryAt = performance.now() + retryMs;
    this.#options.onError(new StorageError(cause));
  }

  /** Gives up an unfinished snapshot. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }
}
