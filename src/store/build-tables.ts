import { kinds } from './kinds.ts';
import type { Kind, Records } from './records.ts';
import { Tables } from './tables.ts';
import { validateRecord } from './validate-record.ts';

/** An unvalidated record of a file, and its location for messages. */
export interface LocatedRecord {
  kind: Kind;
  location: string;
  record: unknown;
}

/**
 * Puts records into tables, and returns every problem of a record by itself or in relation to the others. With
 * `fromWorld`, the stricter rules for the records of a world apply.
 */
export function buildTables(
  located: readonly LocatedRecord[],
  fromWorld = false,
): { tables: Tables; problems: string[] } {
  const tables = new Tables();
  const problems: string[] = [];
  const ids = new Set<string>();
  const identified: { kind: Kind; location: string; record: Records[Kind] }[] = [];
  for (const { kind, location, record } of located) {
    const id = (record as { id?: unknown } | null)?.id;
    if (typeof record !== 'object' || !Number.isInteger(id))
      problems.push(`${location}: must be an object with an integer id`);
    else if (ids.has(`${kind} ${id}`)) problems.push(`${location}: an earlier record has the same id`);
    else {
      ids.add(`${kind} ${id}`);
      addIndexedDefaults(kind, record as Records[Kind]);
      identified.push({ kind, location, record: record as Records[Kind] });
      tables.put(kind, record as Records[Kind]);
    }
  }
  for (const { kind, location, record } of identified) {
    problems.push(...validateRecord(kind, record, tables, fromWorld).map((problem) => `${location}: ${problem}`));
  }
  problems.push(...findDuplicates(identified));
  return { tables, problems };
}

/** Adds the defaults that indexes need; the validation adds the others after the record is indexed. */
function addIndexedDefaults(kind: Kind, record: object): void {
  const { indexes, schema } = kinds[kind];
  const properties = schema.properties as Record<string, { default?: unknown }>;
  for (const name of Object.keys(indexes)) {
    const { default: value } = properties[name] ?? {};
    if (value !== undefined) (record as Record<string, unknown>)[name] ??= value;
  }
}

/** The problems of values that must be unique, but are not. */
function findDuplicates(located: readonly LocatedRecord[]): string[] {
  const locations = new Map<string, string>();
  const problems: string[] = [];
  for (const { kind, location, record } of located) {
    for (const field of kinds[kind].uniqueFields) {
      const value = (record as Record<string, unknown>)[field] ?? null;
      if (value === null) continue;
      const key = JSON.stringify([kind, field, value]);
      const earlier = locations.get(key);
      if (earlier) problems.push(`${location}: ${field} ${JSON.stringify(value)} is already used by ${earlier}`);
      else locations.set(key, location);
    }
  }
  return problems;
}

/** Describes a record in a message: its position, counted from 1, and its id if it has one. */
export const describeRecord = (index: number, record: unknown): string => {
  const id = (record as { id?: unknown } | null)?.id;
  return `record ${index + 1}${id === undefined ? '' : ` (id ${JSON.stringify(id)})`}`;
};
