import { type Durability, createDurability } from './durability.ts';
import type { JournalEntry } from './write-log.ts';

interface Pending {
  entry: JournalEntry;
  undo: () => void;
}

/** The writes that a store shows, but that are not stored for good: a batch on its way, and the queue behind it. */
export class PendingWrites {
  #batch: Pending[] = [];
  #queue: Pending[] = [];
  #current: Durability | undefined;
  #queued: Durability | undefined;

  push(entry: JournalEntry, undo: () => void): void {
    this.#queue.push({ entry, undo });
    this.#queued ??= createDurability();
  }

  /** Whether the queue is empty. */
  get isEmpty(): boolean {
    return this.#queue.length === 0;
  }

  /** Resolves when every write so far is stored, undefined if they are; rejects if they are undone. */
  get durable(): Promise<void> | undefined {
    return (this.#queued ?? this.#current)?.promise;
  }

  /** The entries of the batch that is on its way. */
  get batch(): JournalEntry[] {
    return this.#batch.map(({ entry }) => entry);
  }

  /** Makes the queue the batch that is on its way, and returns its entries. */
  takeBatch(): JournalEntry[] {
    [this.#batch, this.#queue] = [this.#queue, []];
    [this.#current, this.#queued] = [this.#queued, undefined];
    return this.batch;
  }

  /** The batch is stored. */
  resolve(): void {
    const current = this.#current;
    [this.#batch, this.#current] = [[], undefined];
    current?.resolve();
  }

  /** Undoes all of them, the last one first. */
  reject(error: Error): void {
    for (const { undo } of [...this.#batch, ...this.#queue].toReversed()) undo();
    const durabilities = [this.#current, this.#queued];
    [this.#batch, this.#queue, this.#current, this.#queued] = [[], [], undefined, undefined];
    for (const durability of durabilities) durability?.reject(error);
  }
}
