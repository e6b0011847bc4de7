import { forgetMessages } from './kept-messages.ts';
import type { Recording } from './recording.ts';

/** How many exchanges a journal holds. */
export const maxExchanges = 1000;

/** The last recordings of a journal. Each gets the next id, also after they were cleared. */
export class RecordingRing {
  /** The recording with an id is at the index `id % maxExchanges`. */
  #recordings: Recording[] = [];
  #lastId = 0;
  #lastClearedId = 0;

  add(recording: Recording): void {
    recording.id = this.#lastId += 1;
    const index = recording.id % maxExchanges;
    const oldest = this.#recordings[index];
    if (oldest) forgetMessages(oldest);
    this.#recordings[index] = recording;
  }

  find(id: number): Recording | undefined {
    const recording = this.#recordings[id % maxExchanges];
    return recording?.id === id ? recording : undefined;
  }

  /** The recordings, newest last. */
  *[Symbol.iterator](): Generator<Recording> {
    for (let id = Math.max(this.#lastClearedId, this.#lastId - maxExchanges) + 1; id <= this.#lastId; id++)
      yield this.#recordings[id % maxExchanges]!;
  }

  clear(): void {
    this.#recordings.forEach((recording) => forgetMessages(recording));
    this.#recordings = [];
    this.#lastClearedId = this.#lastId;
  }
}
