import { readFile } from 'node:fs/promises';
import type { Adapter } from 'lowdb';
import { replaceFile } from './durable-file.ts';
import { type StoredState, checksumOf, damaged, format } from './lines.ts';

/** The content of `db.json`: a state, and the last line of the journal that it contains. */
export interface Database extends StoredState {
  /** The checksum of the line with that write; empty if the world has replaced everything before. */
  lastChecksum: string;
}

/** Reads and writes `db.json`: a record in each line, and a checksum of everything at the end. */
export class DatabaseFile implements Adapter<Database> {
  readonly #file: string;
  /** Called when a written file counts. */
  onRenamed: (() => void) | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  async read(): Promise<Database | null> {
    // Bytes: a text of 100 MB would be made into bytes again for its checksum.
    const bytes = await readFile(this.#file);
    const text = bytes.toString();
    let database: Database | null;
    try {
      database = JSON.parse(text) as Database | null;
    } catch (error) {
      // The message of the parser can contain a part of the key.
      const position = /position (\d+)/.exec((error as Error).message)?.[1];
      const line = position === undefined ? '' : `:${text.slice(0, Number(position)).split('\n').length}`;
      throw damaged(`${this.#file}${line}`, 'is not valid JSON');
    }
    const end = bytes.lastIndexOf(',"checksum":"');
    const isDamaged = bytes.toString('utf8', end) !== checksumMember(checksumOf(bytes.subarray(0, end)));
    if (isDamaged && (end >= 0 || database?.format === format)) throw damaged(this.#file, 'the checksum does not fit');
    return database;
  }

  write(database: Database): Promise<void> {
    return replaceFile(this.#file, withChecksumAtEnd(piecesOf(database)), this.onRenamed);
  }
}

const checksumMember = (checksum: string): string => `,"checksum":"${checksum}"}\n`;

function* withChecksumAtEnd(pieces: Iterable<string>): Generator<string> {
  let checksum = '00000000';
  for (const piece of pieces) {
    checksum = checksumOf(piece, Number.parseInt(checksum, 16));
    yield piece;
  }
  yield checksumMember(checksum);
}

const recordsInPiece = 500;

/** The text of a database in pieces, so that a large one does not hold up requests. */
function* piecesOf({ records, ...rest }: Database): Generator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"records":{`;
  let separator = '\n';
  for (const [kind, list] of Object.entries(records)) {
    yield `${separator}${JSON.stringify(kind)}:[`;
    for (let from = 0; from < list.length; from += recordsInPiece) {
      const lines = list.slice(from, from + recordsInPiece).map((record) => JSON.stringify(record));
      yield `${from === 0 ? '' : ','}\n${lines.join(',\n')}`;
    }
    yield ']';
    separator = ',\n';
  }
  yield '\n}';
}
