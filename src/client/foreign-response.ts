import { isUtf8 } from 'node:buffer';
import { parseCheckedJson } from './json-value.ts';

// Every response of another server is read here, and may be hostile. docs/explanation/security.md lists what is bounded.

/** Why a status is not one of a final response; undefined if it is. */
export const statusProblem = (status: number | undefined): string | undefined =>
  status !== undefined && status >= 200 && status <= 599 ? undefined : `the invalid status ${status}`;

/** How many bytes of a body are read, after decompression. */
export const maxBodyBytes = 10_000_000;
const maxBodyText = '10 MB';

/** Collects the chunks of a body until there are more than `maxBodyBytes`. */
class LimitedBody {
  // One buffer, because a chunk may be as short as one byte.
  #buffer = Buffer.alloc(1024);
  #length = 0;
  isTooLong = false;

  /** Returns false after the limit; the rest of the body must not be read. */
  add(chunk: Uint8Array): boolean {
    if (this.isTooLong) return false;
    const length = this.#length + chunk.length;
    if (length > maxBodyBytes) {
      this.isTooLong = true;
      this.#buffer = this.#buffer.subarray(0, this.#length);
      return false;
    }
    if (length > this.#buffer.length) {
      const longer = Buffer.alloc(Math.min(maxBodyBytes, length * 2));
      this.#buffer.copy(longer, 0, 0, this.#length);
      this.#buffer = longer;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = length;
    return true;
  }

  /** What was read. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }
}

/** The body of a response. */
export interface ResponseBody {
  /** The beginning of it if it is too long. */
  text: string;
  /** The parsed body; undefined if it is not JSON or has a problem. */
  json: unknown;
  /** Why the body is no valid response whatever it says, such as `the response is longer than 10 MB`. */
  problem?: string;
}

const startOfLongBody = 1000;

/** Reads a body to its end, or to the limit, where it closes the connection. */
export async function readResponseBody(chunks: AsyncIterable<Uint8Array> | null): Promise<ResponseBody> {
  const body = new LimitedBody();
  for await (const chunk of chunks ?? []) if (!body.add(chunk)) break;
  const { bytes, isTooLong } = body;
  if (isTooLong)
    return {
      text: bytes.toString('utf8', 0, startOfLongBody),
      json: undefined,
      problem: `the response is longer than ${maxBodyText}`,
    };
  const text = new TextDecoder().decode(bytes);
  if (!isUtf8(bytes)) return { text, json: undefined, problem: 'the response is not valid UTF-8' };
  const { json, problem } = parseCheckedJson(text);
  return { text, json, problem: problem && `the response ${problem}` };
}
