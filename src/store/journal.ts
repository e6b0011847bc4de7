import { closeSync, fdatasync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { CommandError, exitCodes } from '../errors.ts';
import type { Kind, Records } from './records.ts';

/** One write: its sequence number, and the complete records that it put into the store. */
export interface JournalEntry {
  seq: number;
  put: { [K in Kind]?: Records[K][] };
}

const formatChecksum = (json: string | Buffer): string => crc32(json).toString(16).padStart(8, '0');

/** Formats an entry as a line: the CRC-32 of the JSON in eight hexadecimal digits, a space, and the JSON. */
const formatLine = (entry: JournalEntry): string => {
  const json = JSON.stringify(entry);
  return `${formatChecksum(json)} ${json}\n`;
};

/**
 * Reads the entries of a journal in order. A crash can leave an incomplete last line: it was never acknowledged, so it
 * is dropped and `torn` is true. Throws a CommandError with file, line and reason for any other damage.
 */
export function readJournal(file: string): { entries: JournalEntry[]; torn: boolean } {
  const lines = readBytes(file).toString('latin1').split('\n');
  const torn = lines.pop() !== '';
  const entries = lines.map((line, index) => {
    const damaged = (reason: string) =>
      new CommandError(`${file}, line ${index + 1}: ${reason}; nothing was changed`, exitCodes.damagedData);
    const json = Buffer.from(line.slice(9), 'latin1');
    if (`${formatChecksum(json)} ` !== line.slice(0, 9)) throw damaged('the checksum does not match');
    try {
      return JSON.parse(json.toString()) as JournalEntry;
    } catch {
      throw damaged('not JSON');
    }
  });
  return { entries, torn };
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`, exitCodes.damagedData);
  }
}

/** Syncs a folder, so that files created, renamed or removed in it survive a power cut. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * A file that entries are appended to; the constructor empties it. Only one sync runs at a time, and entries that are
 * appended meanwhile share the next one. After a failed write or sync, every later append fails with the same error.
 */
export class Journal {
  readonly #fd: number;
  #runningSync: Promise<void> | undefined;
  #nextSync: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(file: string) {
    this.#fd = openSync(file, 'w', 0o600);
    fsyncSync(this.#fd);
    syncFolder(dirname(file));
  }

  /** Writes an entry. The promise resolves when the entry is on the disk. Throws if the entry cannot be written. */
  append(entry: JournalEntry): Promise<void> {
    if (this.#failure) throw this.#failure;
    const line = Buffer.from(formatLine(entry));
    try {
      for (let written = 0; written < line.length;) written += writeSync(this.#fd, line, written);
    } catch (error) {
      this.#failure = error as Error;
      throw error;
    }
    if (!this.#runningSync) return (this.#runningSync = this.#sync());
    return (this.#nextSync ??= this.#runningSync.then(() => {
      this.#nextSync = undefined;
      return (this.#runningSync = this.#sync());
    }));
  }

  #sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#fd, (error) => {
        if (error || !this.#nextSync) this.#runningSync = undefined;
        if (!error) return resolve();
        this.#failure ??= error;
        this.#nextSync = undefined;
        reject(error);
      });
    });
  }

  /** Waits for pending syncs and closes the file. */
  async close(): Promise<void> {
    while (this.#runningSync) await (this.#nextSync ?? this.#runningSync).catch(() => {});
    // The system gives the number of this file to the next one that is opened.
    this.#failure ??= new Error('the journal is closed');
    closeSync(this.#fd);
  }
}
