import { kinds } from './kinds.ts';
import type { Kind, Records, RecordsByKind } from './records.ts';
import { Tables } from './tables.ts';
import {
  type CheckAddedMember,
  type RecordPlace,
  type WorldProblem,
  formatPlace,
  validateFields,
  validateRelations,
} from './validate.ts';

/** An unvalidated record, and where it comes from. */
export interface LocatedRecord {
  place: RecordPlace;
  record: unknown;
}

type IdentifiedRecord = LocatedRecord & { record: Records[Kind] };

/** Puts records into tables, and returns every problem of a record by itself or in relation to the others. Adds missing defaults. */
export function buildTables(
  located: readonly LocatedRecord[],
  checkAddedMember?: CheckAddedMember,
): { tables: Tables; problems: WorldProblem[] } {
  const problems: WorldProblem[] = [];
  const ids = new Set<string>();
  const records: RecordsByKind = {};
  const identified: IdentifiedRecord[] = [];
  for (const { place, record } of located) {
    const { kind, id } = place;
    if (typeof record !== 'object' || !Number.isInteger(id))
      problems.push({ ...place, message: 'must be an object with an integer id' });
    else if (ids.has(`${kind}/${String(id)}`))
      problems.push({ ...place, message: 'an earlier record has the same id' });
    else {
      ids.add(`${kind}/${String(id)}`);
      identified.push({ place, record: record as Records[Kind] });
      ((records[kind] ??= []) as Records[Kind][]).push(record as Records[Kind]);
    }
  }
  const tables = Tables.of(records);
  const valid = identified.filter(({ place, record }) => {
    const found = validateFields(place.kind, record, tables, checkAddedMember);
    problems.push(...found.map((problem) => ({ ...place, ...problem })));
    return found.length === 0;
  });
  for (const { place, record } of valid)
    problems.push(...validateRelations(place.kind, record, tables).map((problem) => ({ ...place, ...problem })));
  problems.push(...findDuplicates(identified));
  return { tables, problems };
}

/** What must differ between records in a unique field: nobody tells e-mail addresses apart by their case. */
function uniqueValue(record: object, field: string): unknown {
  const value = (record as Record<string, unknown>)[field] ?? null;
  return field === 'email' && typeof value === 'string' ? value.trim().toLowerCase() : value;
}

/** The problems of values that must be unique, but are not. */
export function findDuplicates(located: readonly IdentifiedRecord[]): WorldProblem[] {
  const places = new Map<string, RecordPlace>();
  const problems: WorldProblem[] = [];
  for (const { place, record } of located) {
    for (const field of kinds[place.kind].uniqueFields) {
      const value = uniqueValue(record, field);
      if (value === null) continue;
      const key = JSON.stringify([place.kind, field, value]);
      const earlier = places.get(key);
      if (earlier)
        problems.push({
          ...place,
          field,
          message: `${JSON.stringify(value)} is already used by ${formatPlace(earlier)}`,
        });
      else places.set(key, place);
    }
  }
  return problems;
}
