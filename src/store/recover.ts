import { existsSync } from 'node:fs';
import { CommandError, exitCodes } from '../errors.ts';
import { readJson } from '../read-json.ts';
import { type LocatedRecord, buildTables, describeRecord } from './build-tables.ts';
import { type JournalEntry, readJournal } from './journal.ts';
import { isKind, kindNames } from './kinds.ts';
import type { Kind, Records } from './records.ts';
import type { Tables } from './tables.ts';

/** All records of a store after write number `seq`. */
export interface Snapshot {
  version: 1;
  seq: number;
  records: { [K in Kind]?: Records[K][] };
}

/** The contents of a data folder. */
export interface RecoveredTables {
  tables: Tables;
  /** The number of the last write. */
  seq: number;
  /** The number of writes that are in the journal but not in the snapshot. */
  replayedWrites: number;
  /** Whether the journal ended with an incomplete line, which was dropped. */
  droppedTornLine: boolean;
}

const damaged = (reason: string) => new CommandError(`${reason}; nothing was changed`, exitCodes.damagedData);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the snapshot and replays the later writes of the journal. Only reads files; throws a CommandError for any damage. */
export function recoverTables(files: { snapshot: string; journal: string }): RecoveredTables {
  const snapshot = readSnapshot(files.snapshot);
  const journal = existsSync(files.journal) ? readJournal(files.journal) : { entries: [], torn: false };
  const written = new Map<string, LocatedRecord>();
  let { seq } = snapshot;
  for (const [index, entry] of journal.entries.entries()) {
    const line = `${files.journal}, line ${index + 1}`;
    if (!isEntry(entry)) throw damaged(`${line}: not a write`);
    if (entry.seq <= snapshot.seq) continue;
    if (entry.seq !== seq + 1) throw damaged(`${line}: write ${entry.seq} follows write ${seq}`);
    seq = entry.seq;
    for (const each of locateRecords(entry.put, line)) written.set(keyOf(each), each);
  }
  const unchanged = snapshot.located.filter((each) => !written.has(keyOf(each)));
  const current = [...unchanged, ...written.values()];
  const { tables, problems } = buildTables(current.toSorted((a, b) => idOf(a) - idOf(b)));
  if (problems[0]) throw damaged(problems[0]);
  if (tables.all('organization').length !== 1)
    throw damaged(`${files.snapshot}: must contain exactly one organization`);
  return { tables, seq, replayedWrites: seq - snapshot.seq, droppedTornLine: journal.torn };
}

function readSnapshot(file: string): { seq: number; located: LocatedRecord[] } {
  const snapshot = readJson(file, exitCodes.damagedData);
  if (
    !isObject(snapshot) ||
    snapshot['version'] !== 1 ||
    !Number.isInteger(snapshot['seq']) ||
    !isObject(snapshot['records'])
  ) {
    throw damaged(`${file}: not a snapshot of this version`);
  }
  const located = locateRecords(snapshot['records'], file);
  const keys = new Set<string>();
  for (const each of located) {
    if (keys.has(keyOf(each))) throw damaged(`${each.location}: an earlier record has the same id`);
    keys.add(keyOf(each));
  }
  return { seq: snapshot['seq'] as number, located };
}

/** Lists records by kind with their locations; `source` is the file or line that contains them. */
function locateRecords(recordsByKind: object, source: string): LocatedRecord[] {
  return Object.entries(recordsByKind).flatMap(([kind, records]) => {
    if (!isKind(kind))
      throw damaged(`${source}: unknown kind of record ${kind}; the kinds are ${kindNames.join(', ')}`);
    if (!Array.isArray(records)) throw damaged(`${source}: ${kind} must be a list`);
    return records.map((record: unknown, index) => ({
      kind,
      location: `${source}: ${kind}, ${describeRecord(index, record)}`,
      record,
    }));
  });
}

const isEntry = (entry: unknown): entry is JournalEntry =>
  isObject(entry) && Number.isInteger(entry['seq']) && isObject(entry['put']);
const idOf = ({ record }: LocatedRecord): number => Number((record as { id?: unknown } | null)?.id ?? 0);
const keyOf = (located: LocatedRecord): string => `${located.kind} ${idOf(located)}`;
