import { type Position, headFile, journalFile, listNumbers, snapshotFile } from './data-files.ts';
import { readHeader } from './file-header.ts';
import { readHead } from './head.ts';
import { kindNames } from './kinds.ts';
import type { FileEnd } from './journal-file.ts';
import type { JournalEntry } from './write-log.ts';
import { LineReader, damagedFile } from './lines.ts';
import { putRecords } from './put-records.ts';
import type { RecordLookup } from './record-validators.ts';
import { readSnapshot } from './snapshot.ts';
import { Tables } from './tables.ts';
import { validateRecord } from './validate-record.ts';
import { formatRecordProblem } from './world-problem.ts';

/** The contents of a data folder. */
export interface RecoveredTables {
  tables: Tables;
  /** The last write. */
  position: Position;
  /** The write after which the snapshot was taken. */
  snapshotSeq: number;
  /** The journal to append to, and the write after which it begins; undefined if there is none. */
  journal?: { seq: number; end: FileEnd };
  /** The length of the journals before that one, since the snapshot. */
  olderBytes: number;
  /** Whether the journal ended with an incomplete line, which was dropped. */
  droppedTornLine: boolean;
}

/** Whether a folder has records. Throws a CommandError if it has parts of them only. */
export function hasRecords(folder: string): boolean {
  if (listNumbers(folder, 'snapshot').length > 0) return true;
  // A crash can leave a head without writes before the first snapshot is complete.
  const isEmpty = listNumbers(folder, 'journal').length === 0 && (readHead(folder)?.seq ?? 0) === 0;
  if (!isEmpty) throw damagedFile(folder, 'the snapshot is missing, but there are writes');
  return false;
}

/** Reads the latest snapshot, and replays the writes of the journals since. Only reads; throws a CommandError for any damage. */
export async function recoverTables(folder: string): Promise<RecoveredTables> {
  const snapshotSeq = listNumbers(folder, 'snapshot').at(-1)!;
  const { records, isCurrent, seq, checksum } = await readSnapshot(snapshotFile(folder, snapshotSeq));
  const head = readHead(folder);
  if (!head) throw damagedFile(headFile(folder), 'is missing');
  const replay = new Replay(folder, { seq, checksum }, isCurrent, head);
  replay.put(snapshotFile(folder, snapshotSeq), records);
  const journals = listNumbers(folder, 'journal').filter((each) => each >= snapshotSeq);
  let journal: RecoveredTables['journal'];
  let olderBytes = 0;
  let droppedTornLine = false;
  for (const each of journals) {
    const { end, hasRest, place } = replay.journal(journalFile(folder, each));
    olderBytes += journal?.end.length ?? 0;
    journal = { seq: each, end };
    droppedTornLine = hasRest;
    if (hasRest && each !== journals.at(-1)) throw damagedFile(place, 'an incomplete line follows');
  }
  const { position, tables } = replay;
  if (position.seq < head.seq) {
    const last = journal ? journalFile(folder, journal.seq) : snapshotFile(folder, snapshotSeq);
    throw damagedFile(last, `ends after write ${position.seq}, but write ${head.seq} was acknowledged`);
  }
  if (tables.all('organization').length !== 1) throw damagedFile(folder, 'must contain exactly one organization');
  return { tables, position, snapshotSeq, ...(journal && { journal }), olderBytes, droppedTornLine };
}

/** Puts the records of files into tables. */
class Replay {
  readonly #folder: string;
  readonly #tables = new Tables();
  #isCurrent: boolean;
  position: Position;
  readonly #head: Position;

  constructor(folder: string, position: Position, isCurrent: boolean, head: Position) {
    this.#folder = folder;
    this.position = position;
    this.#isCurrent = isCurrent;
    this.#head = head;
    this.#compareWithHead(folder);
  }

  put(place: string, records: unknown): void {
    try {
      putRecords(this.#tables, records);
    } catch (error) {
      throw damagedFile(place, (error as Error).message);
    }
  }

  /** Replays the writes of a journal; returns where its complete lines end, and whether an incomplete one follows. */
  journal(file: string): { end: FileEnd; hasRest: boolean; place: string } {
    const reader = new LineReader(file);
    try {
      const { seq, checksum, isCurrent } = readHeader(reader, 'journal');
      if (seq !== this.position.seq || checksum !== this.position.checksum)
        throw damagedFile(file, `begins after write ${seq}, but it follows write ${this.position.seq}`);
      this.#isCurrent &&= isCurrent;
      for (let entry = reader.next(); entry !== undefined; entry = reader.next()) {
        const { seq: next, put } = (entry ?? {}) as Partial<JournalEntry>;
        if (next !== this.position.seq + 1)
          throw damagedFile(reader.place, `write ${next} follows write ${this.position.seq}`);
        this.put(reader.place, put);
        this.position = { seq: next, checksum: reader.checksum };
        this.#compareWithHead(reader.place);
      }
      const { length, checksum: last, hasRest, place } = reader;
      return { end: { length, checksum: last }, hasRest, place };
    } finally {
      reader.close();
    }
  }

  /** The tables. Records that another version stored are validated, and get the defaults of their missing fields. */
  get tables(): Tables {
    return this.#isCurrent ? this.#tables : convertTables(this.#tables, this.#folder);
  }

  #compareWithHead(place: string): void {
    if (this.position.seq === this.#head.seq && this.position.checksum !== this.#head.checksum)
      throw damagedFile(place, `write ${this.#head.seq} is not the one that was acknowledged`);
  }
}

/**
 * Validates records that another version stored, and adds the defaults of their missing fields. Throws a CommandError for an
 * invalid record; `place` is where the records come from.
 */
export function convertTables(tables: Tables, place: string): Tables {
  const lookup: RecordLookup = {
    find: (kind, id) => tables.find(kind, id),
    locales: () => tables.locales(),
    // A server with the schema of a town stored it, and this one may have another schema.
    checkAddedMember: () => undefined,
  };
  for (const kind of kindNames) {
    for (const record of tables.all(kind)) {
      const problem = validateRecord(kind, record, lookup)[0];
      if (problem) throw damagedFile(`${place}: ${kind}, id ${record.id}`, formatRecordProblem(problem));
    }
  }
  // The indexes depend on the fields.
  return tables.copy();
}
