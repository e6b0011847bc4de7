import { Transform, type TransformCallback } from 'node:stream';
import type { OwnCredentials } from './own-credentials.ts';

/** A body has a credential of the stand-in, or is written in a way that hides one. */
export class UnsearchableBodyError extends Error {}

/** How much of a body is searched at a time; nothing of it is sent before. A shorter body is searched as a whole. */
const windowBytes = 256 * 1024;
/** How much of a window is searched again with the next one: no credential is longer, in any notation. */
const overlapBytes = 16 * 1024;

const maxPendingChunks = 1000;

const isBase64 = (byte: number): boolean => /[\w+/-]/.test(String.fromCharCode(byte));

/**
 * Where the next window begins: some bytes before the end. If that is inside of a text in Base64, it is where a group of four
 * characters begins, so that the rest can be decoded.
 */
function startOfOverlap(bytes: Buffer): number {
  const cut = bytes.length - overlapBytes;
  let start = cut;
  while (start > 0 && isBase64(bytes[start - 1]!)) start -= 1;
  return cut - ((cut - start) % 4);
}

/** Passes on a body in which there is no credential. Ends with an UnsearchableBodyError before the first byte of one is sent. */
export class SearchedBody extends Transform {
  readonly #credentials: OwnCredentials;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** How many of the pending bytes were searched before. */
  #searchedBytes = 0;

  constructor(credentials: OwnCredentials) {
    super();
    this.#credentials = credentials;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    // Each of many short chunks takes more memory than its bytes.
    if (this.#pending.length > maxPendingChunks) this.#pending = [Buffer.concat(this.#pending, this.#pendingBytes)];
    if (this.#pendingBytes < this.#searchedBytes + windowBytes) return done();
    const bytes = this.#search();
    if (!bytes) return done(this.#refusal());
    const start = startOfOverlap(bytes);
    this.push(bytes.subarray(0, start));
    // A copy, so that the window does not stay in memory.
    const overlap = Buffer.from(bytes.subarray(start));
    this.#pending = [overlap];
    this.#pendingBytes = this.#searchedBytes = overlap.length;
    done();
  }

  override _flush(done: TransformCallback): void {
    const bytes = this.#search();
    done(bytes ? null : this.#refusal(), bytes);
  }

  /** The pending bytes; undefined if they have a credential. */
  #search(): Buffer | undefined {
    const bytes = Buffer.concat(this.#pending, this.#pendingBytes);
    return this.#credentials.areInProse(bytes.toString()) ? undefined : bytes;
  }

  #refusal(): UnsearchableBodyError {
    return new UnsearchableBodyError('it has a credential of the stand-in');
  }
}
