import { closeSync, fdatasync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { CommandError, exitCodes } from '../errors.ts';
import type { Kind, Records } from './records.ts';

/** The records that one write put into the store, whole, and its number. */
export interface JournalEntry {
  seq: number;
  put: { [K in Kind]?: Records[K][] };
}

/** A line is the CRC-32 of the JSON in eight hexadecimal digits, a blank, and the JSON. */
const lineOf = (entry: JournalEntry): string => {
  const json = JSON.stringify(entry);
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
};

/**
 * The entries of a journal file, in order. A last line without its end was torn by a crash and never acknowledged: it is
 * left out, and `torn` is true. Any other damage is a CommandError with file, line and reason.
 */
export function readJournal(file: string): { entries: JournalEntry[]; torn: boolean } {
  const lines = readBytes(file).toString('latin1').split('\n');
  const torn = lines.pop() !== '';
  const entries = lines.map((line, index) => {
    const damaged = (reason: string) =>
      new CommandError(`${file}, line ${index + 1}: ${reason}; nothing was changed`, exitCodes.damagedData);
    const json = Buffer.from(line.slice(9), 'latin1');
    if (`${crc32(json).toString(16).padStart(8, '0')} ` !== line.slice(0, 9))
      throw damaged('the checksum does not match');
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

/** Makes a new, renamed or removed file of the folder last through a power cut. */
export function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Appends entries to a file that it empties first. One sync at a time: what is appended while it runs waits for the next,
 * so that many writers share one. A failed write or sync is final: every later append fails with the same error.
 */
export class Journal {
  readonly #fd: number;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(file: string) {
    this.#fd = openSync(file, 'w', 0o600);
    fsyncSync(this.#fd);
    syncFolder(dirname(file));
  }

  /** Writes the entry; the promise is kept once it is on the disk. Throws when it cannot be written at all. */
  append(entry: JournalEntry): Promise<void> {
    if (this.#failure) throw this.#failure;
    const line = Buffer.from(lineOf(entry));
    try {
      for (let written = 0; written < line.length;) written += writeSync(this.#fd, line, written);
    } catch (error) {
      this.#failure = error as Error;
      throw error;
    }
    if (!this.#running) return (this.#running = this.#sync());
    return (this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return (this.#running = this.#sync());
    }));
  }

  #sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#fd, (error) => {
        if (error || !this.#next) this.#running = undefined;
        if (!error) return resolve();
        this.#failure ??= error;
        this.#next = undefined;
        reject(error);
      });
    });
  }

  /** Waits for what is being written, and closes the file. */
  async close(): Promise<void> {
    while (this.#running) await (this.#next ?? this.#running).catch(() => {});
    // The system gives the number of this file to the next one that is opened.
    this.#failure ??= new Error('the journal is closed');
    closeSync(this.#fd);
  }
}
