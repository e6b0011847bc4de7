import { validateRecord } from './check.ts';
import { kinds } from './kinds.ts';
import type { Kind, Records } from './records.ts';
import { Tables } from './tables.ts';

/** A record as a file gives it, checked for nothing yet, and where it stands, for messages. */
export interface LocatedRecord {
  kind: Kind;
  location: string;
  record: unknown;
}

/** Judges records, of a world or written by clients, by themselves and among each other, and puts them into tables. */
export function buildTables(placed: readonly LocatedRecord[], ofWorld = false): { tables: Tables; problems: string[] } {
  const tables = new Tables();
  const problems: string[] = [];
  const ids = new Set<string>();
  const good: { kind: Kind; location: string; record: Records[Kind] }[] = [];
  for (const { kind, location, record } of placed) {
    const id = (record as { id?: unknown } | null)?.id;
    if (typeof record !== 'object' || !Number.isInteger(id))
      problems.push(`${location}: must be an object with an integer id`);
    else if (ids.has(`${kind} ${id}`)) problems.push(`${location}: the id is taken by an earlier record`);
    else {
      ids.add(`${kind} ${id}`);
      good.push({ kind, location, record: record as Records[Kind] });
      tables.put(kind, record as Records[Kind]);
    }
  }
  for (const { kind, location, record } of good) {
    problems.push(...validateRecord(kind, record, tables, ofWorld).map((sentence) => `${location}: ${sentence}`));
  }
  problems.push(...shared(good));
  return { tables, problems };
}

/** The values that records share and may not. */
function shared(good: readonly LocatedRecord[]): string[] {
  const seen = new Map<string, string>();
  const problems: string[] = [];
  for (const { kind, location, record } of good) {
    for (const field of kinds[kind].uniqueFields) {
      const value = (record as Record<string, unknown>)[field] ?? null;
      if (value === null) continue;
      const key = JSON.stringify([kind, field, value]);
      if (seen.has(key)) problems.push(`${location}: ${field} ${JSON.stringify(value)} is taken by ${seen.get(key)}`);
      else seen.set(key, location);
    }
  }
  return problems;
}

/** A record in a message: its position, counted from 1, and its id when it has one. */
export const describeRecord = (index: number, record: unknown): string => {
  const id = (record as { id?: unknown } | null)?.id;
  return `record ${index + 1}${id === undefined ? '' : ` (id ${JSON.stringify(id)})`}`;
};
