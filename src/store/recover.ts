import { existsSync } from 'node:fs';
import { CommandError, exitCodes } from '../errors.ts';
import { type LocatedRecord, buildTables, describeRecord } from './build-tables.ts';
import { type JournalEntry, readJournal } from './journal.ts';
import { readJson } from '../read-json.ts';
import { isKind, kindNames } from './kinds.ts';
import type { Kind, Records, Revocation } from './records.ts';
import type { Tables } from './tables.ts';

/** The whole store as it stood after write number `seq`. */
export interface Snapshot {
  version: 1;
  seq: number;
  records: { [K in Kind]?: Records[K][] };
}

/** What a data folder holds. */
export interface RecoveredTables {
  tables: Tables;
  /** The number of the last write. */
  seq: number;
  /** How many writes the journal has beyond the snapshot. */
  replayedWrites: number;
  /** Whether a half-written last line was left out. */
  droppedTornLine: boolean;
}

const damaged = (reason: string) => new CommandError(`${reason}; nothing was changed`, exitCodes.damagedData);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The snapshot with the journal's later writes on top, as of the moment `now`. Reads only; a CommandError for any damage. */
export function recoverTables(files: { snapshot: string; journal: string }, now: number): RecoveredTables {
  const { seq: from, placed } = readSnapshot(files.snapshot);
  const journal = existsSync(files.journal) ? readJournal(files.journal) : { entries: [], torn: false };
  const rows = new Map<string, LocatedRecord>();
  let seq = from;
  for (const [index, entry] of journal.entries.entries()) {
    const line = `${files.journal}, line ${index + 1}`;
    if (!isEntry(entry)) throw damaged(`${line}: not a write`);
    if (entry.seq <= from) continue;
    if (entry.seq !== seq + 1) throw damaged(`${line}: write ${entry.seq} follows write ${seq}`);
    seq = entry.seq;
    for (const each of placedIn(
      entry.put,
      (kind, position, record) => `${line}: ${kind}, ${describeRecord(position, record)}`,
      line,
    )) {
      rows.set(keyOf(each), each);
    }
  }
  const kept = placed.filter((each) => !rows.has(keyOf(each)));
  const all = [...kept, ...rows.values()].filter((each) => !hasExpired(each, now));
  const { tables, problems } = buildTables(all.toSorted((a, b) => idOf(a) - idOf(b)));
  if (problems[0]) throw damaged(problems[0]);
  if (tables.all('organization').length !== 1) throw damaged(`${files.snapshot}: must hold one organization`);
  return { tables, seq, replayedWrites: seq - from, droppedTornLine: journal.torn };
}

function readSnapshot(file: string): { seq: number; placed: LocatedRecord[] } {
  const snapshot = readJson(file, exitCodes.damagedData);
  if (
    !isObject(snapshot) ||
    snapshot['version'] !== 1 ||
    !Number.isInteger(snapshot['seq']) ||
    !isObject(snapshot['records'])
  ) {
    throw damaged(`${file}: not a snapshot of this version`);
  }
  const placed = placedIn(
    snapshot['records'],
    (kind, index, record) => `${file}: ${kind}, ${describeRecord(index, record)}`,
    file,
  );
  const keys = new Set<string>();
  for (const each of placed) {
    if (keys.has(keyOf(each))) throw damaged(`${each.location}: the id is taken by an earlier record`);
    keys.add(keyOf(each));
  }
  return { seq: snapshot['seq'] as number, placed };
}

function placedIn(
  lists: object,
  placeOf: (kind: Kind, index: number, record: unknown) => string,
  where: string,
): LocatedRecord[] {
  return Object.entries(lists).flatMap(([kind, records]) => {
    if (!isKind(kind)) throw damaged(`${where}: there is no kind of record ${kind}; there are ${kindNames.join(', ')}`);
    if (!Array.isArray(records)) throw damaged(`${where}: ${kind} must be a list`);
    return records.map((record: unknown, index) => ({ kind, location: placeOf(kind, index, record), record }));
  });
}

const isEntry = (entry: unknown): entry is JournalEntry =>
  isObject(entry) && Number.isInteger(entry['seq']) && isObject(entry['put']);
const idOf = ({ record }: LocatedRecord): number => Number((record as { id?: unknown } | null)?.id ?? 0);
const keyOf = (placed: LocatedRecord): string => `${placed.kind} ${idOf(placed)}`;

/** A revoked token that has expired is refused without being remembered. */
const hasExpired = ({ kind, record }: LocatedRecord, now: number): boolean =>
  kind === 'revocations' && Number((record as Revocation | null)?.expiresAt) * 1000 < now;
