import { closeSync, existsSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { type Position, headFile, replaceFile } from './data-files.ts';
import { LineReader, damagedFile, formatLine } from './lines.ts';

// With room for the largest numbers, every version of the file has the same length, and one write replaces it.
const jsonLength = '{"seq":9007199254740991,"checksum":4294967295}'.length;
const formatHead = ({ seq, checksum }: Position): string =>
  formatLine(JSON.stringify({ seq, checksum }).padEnd(jsonLength), 0).text;

/** Creates or replaces the head of a folder. */
export const writeHead = (folder: string, position: Position): Promise<void> =>
  replaceFile(headFile(folder), [formatHead(position)]);

/** Reads the head of a folder; undefined if there is none. Throws a CommandError if it is damaged. */
export function readHead(folder: string): Position | undefined {
  if (!existsSync(headFile(folder))) return undefined;
  const reader = new LineReader(headFile(folder));
  try {
    const position = reader.next() as Position | undefined;
    if (!position || reader.hasRest) throw damagedFile(headFile(folder), 'must be one line');
    return position;
  } finally {
    reader.close();
  }
}

/**
 * The last acknowledged write of a data folder. It is recorded when the write is on the disk, before it is acknowledged. The
 * head itself is not synced each time: after a power cut it can be behind the journal, but never ahead.
 */
export class Head {
  readonly #fd: number;

  constructor(folder: string) {
    this.#fd = openSync(headFile(folder), 'r+');
  }

  record(position: Position): void {
    writeSync(this.#fd, formatHead(position), 0);
  }

  close(): void {
    fsyncSync(this.#fd);
    closeSync(this.#fd);
  }
}
