import { closeSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { CommandError, exitCodes } from '../errors.ts';

/**
 * Formats a line of a file in a data folder: a checksum in eight hexadecimal digits, a space, and the JSON. The checksum is
 * the CRC-32 of the JSON of this line and all lines before it; `previous` is that of the line before.
 */
export function formatLine(json: string, previous: number): { text: string; checksum: number } {
  const checksum = crc32(json, previous);
  return { text: `${formatChecksum(checksum)} ${json}\n`, checksum };
}

const formatChecksum = (checksum: number): string => checksum.toString(16).padStart(8, '0');
const prefixLength = '01234567 '.length;
const lineBreak = 0x0a;
const chunkBytes = 1024 * 1024;

/** The error of a file that is not as the store wrote it. */
export const damagedFile = (place: string, reason: string): CommandError =>
  new CommandError(`${place}: ${reason}; nothing was changed`, exitCodes.damagedData);

/** Reads the lines of a file one by one, however long the file is. Throws a CommandError with file and line for any damage. */
export class LineReader {
  readonly #file: string;
  readonly #fd: number;
  #buffer = Buffer.allocUnsafe(chunkBytes);
  /** The bytes of the buffer that are in use but not returned yet. */
  #start = 0;
  #end = 0;
  /** The checksum of the last line; 0 before the first one. */
  checksum = 0;
  /** The number of lines read so far. */
  count = 0;
  /** The number of bytes of these lines. */
  length = 0;

  constructor(file: string) {
    this.#file = file;
    try {
      this.#fd = openSync(file, 'r');
    } catch (error) {
      throw damagedFile(file, `cannot be read: ${(error as Error).message}`);
    }
  }

  /** The place of the last line, for messages. */
  get place(): string {
    return `${this.#file}, line ${this.count}`;
  }

  /** Whether the file goes on after the lines read so far: if there are no more lines, the last one is incomplete. */
  get hasRest(): boolean {
    return this.#end > this.#start;
  }

  /** Returns the value of the next line; undefined if there is no complete line. */
  next(): unknown {
    const end = this.#findLineBreak();
    if (end === undefined) return undefined;
    this.count += 1;
    const json = this.#buffer.subarray(this.#start + prefixLength, end);
    const checksum = crc32(json, this.checksum);
    const prefix = this.#buffer.toString('latin1', this.#start, this.#start + prefixLength);
    if (prefix !== `${formatChecksum(checksum)} `)
      throw damagedFile(this.place, 'the checksum does not match this line and the lines before it');
    this.checksum = checksum;
    this.length += end + 1 - this.#start;
    this.#start = end + 1;
    try {
      return JSON.parse(json.toString());
    } catch {
      throw damagedFile(this.place, 'not JSON');
    }
  }

  close(): void {
    closeSync(this.#fd);
  }

  #findLineBreak(): number | undefined {
    for (let from = this.#start; ;) {
      const position = this.#buffer.subarray(0, this.#end).indexOf(lineBreak, from);
      if (position !== -1) return position;
      const searched = this.#end - this.#start;
      if (!this.#fill()) return undefined;
      from = this.#start + searched;
    }
  }

  /** Reads more bytes behind those in use; false at the end of the file. */
  #fill(): boolean {
    const inUse = this.#end - this.#start;
    if (this.#buffer.length - inUse < chunkBytes / 2) {
      const larger = Buffer.allocUnsafe(this.#buffer.length * 2);
      this.#buffer.copy(larger, 0, this.#start, this.#end);
      this.#buffer = larger;
    } else this.#buffer.copyWithin(0, this.#start, this.#end);
    [this.#start, this.#end] = [0, inUse];
    try {
      const count = readSync(this.#fd, this.#buffer, inUse, this.#buffer.length - inUse, null);
      this.#end += count;
      return count > 0;
    } catch (error) {
      throw damagedFile(this.#file, `cannot be read: ${(error as Error).message}`);
    }
  }
}
