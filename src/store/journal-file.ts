import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Position, journalFile, replaceFile } from './data-files.ts';
import { formatHeader } from './file-header.ts';
import { formatLine } from './lines.ts';
import type { RecordsByKind } from './records.ts';

/** One write: its sequence number, and the complete records that it put into the store. */
export interface JournalEntry {
  seq: number;
  put: RecordsByKind;
}

const flushData = (fd: number): Promise<void> => promisify(fdatasync)(fd);
const maxPieceCharacters = 1024 * 1024;

/** Where the complete lines of a file end, and the checksum of the last one. */
export interface FileEnd {
  length: number;
  checksum: number;
}

/** An open journal. Lines are appended to it in batches: the whole batch is on the disk, or nothing of it. */
export class JournalFile {
  readonly #path: string;
  readonly #fd: number;
  /** The end of the lines that are on the disk. */
  #end: FileEnd;
  /** Whether something that failed can have left bytes behind these lines. */
  #hasRest: boolean;

  /** Opens the journal that begins after write `seq`. What follows its complete lines is cut off before the first batch. */
  constructor(folder: string, seq: number, end: FileEnd) {
    this.#path = journalFile(folder, seq);
    this.#fd = openSync(this.#path, 'r+');
    this.#end = end;
    this.#hasRest = fstatSync(this.#fd).size > end.length;
  }

  /** Creates the journal that begins after a position. */
  static async create(folder: string, position: Position): Promise<JournalFile> {
    const { text, checksum } = formatHeader('journal', position);
    await replaceFile(journalFile(folder, position.seq), [text]);
    return new JournalFile(folder, position.seq, { length: text.length, checksum });
  }

  get length(): number {
    return this.#end.length;
  }

  /**
   * Appends values as lines, and calls `record` with the checksum of the last one when they are on the disk. If any of it
   * fails, the file is as before, or the lines are cut off before the next batch.
   */
  async append(values: readonly object[], record: (checksum: number) => void): Promise<void> {
    if (fstatSync(this.#fd).nlink === 0) throw new Error(`${this.#path} was deleted`);
    await this.cutRest();
    this.#hasRest = true;
    try {
      const end = this.#write(values);
      await flushData(this.#fd);
      record(end.checksum);
      this.#end = end;
      this.#hasRest = false;
    } catch (error) {
      await this.cutRest().catch(() => {});
      throw error;
    }
  }

  /** Cuts off what a failed batch or a crash left behind the lines that are on the disk. */
  async cutRest(): Promise<void> {
    if (!this.#hasRest) return;
    ftruncateSync(this.#fd, this.#end.length);
    await flushData(this.#fd);
    this.#hasRest = false;
  }

  /** Writes lines behind those that are on the disk, and returns where they end. */
  #write(values: readonly object[]): FileEnd {
    let { length, checksum } = this.#end;
    let piece = '';
    const write = () => {
      const bytes = Buffer.from(piece);
      for (let written = 0; written < bytes.length;)
        written += writeSync(this.#fd, bytes, written, bytes.length - written, length + written);
      length += bytes.length;
      piece = '';
    };
    for (const value of values) {
      const line = formatLine(JSON.stringify(value), checksum);
      ({ checksum } = line);
      piece += line.text;
      if (piece.length > maxPieceCharacters) write();
    }
    write();
    return { length, checksum };
  }

  close(): void {
    closeSync(this.#fd);
  }
}
