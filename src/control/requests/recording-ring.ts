import { forgetMessages } from './kept-messages.ts';
import { countBytes, discountBytes } from './recorded-bytes.ts';
import type { Recording } from './recording.ts';

/** How many exchanges are kept for a world. */
const maxExchanges = 1000;

/** The last recordings of a world; fewer if others need the room. Each gets the next id, also after they were cleared. */
export class RecordingRing {
  /** The recording with an id is at the index `id % maxExchanges`. */
  #recordings: (Recording | undefined)[] = [];
  #lastId = 0;
  #lastClearedId = 0;

  add(recording: Recording): void {
    recording.id = this.#lastId += 1;
    const index = recording.id % maxExchanges;
    const oldest = this.#recordings[index];
    if (oldest) forget(oldest);
    this.#recordings[index] = recording;
    countBytes(recording, () => {
      forgetMessages(recording);
      this.#recordings[index] = undefined;
    });
  }

  get lastId(): number {
    return this.#lastId;
  }

  get lastClearedId(): number {
    return this.#lastClearedId;
  }

  find(id: number): Recording | undefined {
    const recording = this.#recordings[id % maxExchanges];
    return recording?.id === id ? recording : undefined;
  }

  /** The recordings, newest last. */
  [Symbol.iterator](): Generator<Recording> {
    return this.after(0);
  }

  /** The recordings after an id, newest last. */
  *after(lastId: number): Generator<Recording> {
    for (let id = Math.max(lastId, this.#lastClearedId, this.#lastId - maxExchanges) + 1; id <= this.#lastId; id++) {
      const recording = this.find(id);
      if (recording) yield recording;
    }
  }

  clear(): void {
    for (const recording of this) forget(recording);
    this.#recordings = [];
    this.#lastClearedId = this.#lastId;
  }

  /** Lets the recordings make no room for others any more, because nothing but a test refers to the ring. */
  discount(): void {
    for (const recording of this) discountBytes(recording);
  }
}

function forget(recording: Recording): void {
  forgetMessages(recording);
  discountBytes(recording);
}
