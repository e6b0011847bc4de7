import { type Adapter, Low } from 'lowdb';
import { type Position, replaceFile } from './data-files.ts';
import { type FileHeader, formatHeader, readHeader } from './file-header.ts';
import { kindNames } from './kinds.ts';
import { LineReader, damagedFile, formatLine } from './lines.ts';
import type { Kind, RecordsByKind } from './records.ts';

/** All records of a store at a position. */
export interface Snapshot extends Position {
  records: RecordsByKind;
  /** Whether the records follow the schemas of this version, so that they need not be validated. */
  isCurrent: boolean;
}

const maxLineCharacters = 64 * 1024;

/** The lowdb adapter of a snapshot file: lines with some records each, so that a snapshot may have any size. */
class SnapshotAdapter implements Adapter<Snapshot> {
  constructor(
    private readonly file: string,
    private readonly signal?: AbortSignal,
  ) {}

  async read(): Promise<Snapshot> {
    const reader = new LineReader(this.file);
    try {
      return parseSnapshot(reader);
    } finally {
      reader.close();
    }
  }

  async write(snapshot: Snapshot): Promise<void> {
    await replaceFile(this.file, formatSnapshot(snapshot), this.signal);
  }
}

const emptySnapshot: Snapshot = { seq: 0, checksum: 0, records: {}, isCurrent: true };

/** Reads a snapshot. Throws a CommandError with file, line and reason for any damage. */
export async function readSnapshot(file: string): Promise<Snapshot> {
  const database = new Low(new SnapshotAdapter(file), emptySnapshot);
  await database.read();
  return database.data;
}

/** Writes a snapshot in pieces, so that other work runs meanwhile. `signal` stops it. */
export async function writeSnapshot(file: string, snapshot: Snapshot, signal?: AbortSignal): Promise<void> {
  await new Low(new SnapshotAdapter(file, signal), snapshot).write();
}

function* formatSnapshot({ seq, checksum, records }: Snapshot): Generator<string> {
  let line = formatHeader('snapshot', { seq, checksum });
  yield line.text;
  for (const json of formatRecords(records)) {
    line = formatLine(json, line.checksum);
    yield line.text;
  }
  yield formatLine(endOfSnapshot, line.checksum).text;
}

/** Formats records as JSON texts of moderate length: objects with some records of one kind. */
export function* formatRecords(records: RecordsByKind): Generator<string> {
  for (const kind of kindNames) {
    let list: string[] = [];
    let characters = 0;
    const format = () => `{${JSON.stringify(kind)}:[${list.join(',')}]}`;
    for (const record of records[kind] ?? []) {
      const json = JSON.stringify(record);
      if (characters > 0 && characters + json.length > maxLineCharacters) {
        yield format();
        [list, characters] = [[], 0];
      }
      list.push(json);
      characters += json.length;
    }
    if (list.length > 0) yield format();
  }
}

// A snapshot without its last lines must not look complete.
const endOfSnapshot = '"end"';

function parseSnapshot(reader: LineReader): Snapshot {
  const header: FileHeader = readHeader(reader, 'snapshot');
  const records: RecordsByKind = {};
  for (;;) {
    const line = reader.next();
    if (line === 'end') return { ...header, records };
    if (line === undefined) throw damagedFile(reader.place, 'the snapshot ends here, but it is not complete');
    for (const [kind, list] of Object.entries(line as RecordsByKind)) {
      const previous: unknown[] = (records[kind as Kind] ??= []);
      for (const record of list) previous.push(record);
    }
  }
}
