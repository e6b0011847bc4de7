import { kinds } from './kinds.ts';
import type { Kind, Records, RecordsByKind } from './records.ts';
import { Tables } from './tables.ts';
import {
  type CheckAddedMember,
  type RecordPlace,
  type WorldProblem,
  formatPlace,
  uniqueValue,
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
  const byId = new Map<string, object>();
  const identified: IdentifiedRecord[] = [];
  for (const { place, record } of located) {
    const { kind, id } = place;
    if (typeof record !== 'object' || !Number.isInteger(id))
      problems.push({ ...place, message: 'must be an object with an integer id' });
    else if (byId.has(`${kind}/${String(id)}`))
      problems.push({ ...place, message: 'an earlier record has the same id' });
    else {
      byId.set(`${kind}/${String(id)}`, record!);
      identified.push({ place, record: record as Records[Kind] });
    }
  }
  const organization = identified.find(({ place }) => place.kind === 'organization')?.record as
    { locales?: unknown } | undefined;
  const locales = Array.isArray(organization?.locales) ? (organization.locales as string[]) : [];
  const fields = { find: (kind: Kind, id: number) => byId.get(`${kind}/${id}`), locales: () => locales };
  const records: RecordsByKind = {};
  const valid = identified.filter(({ place, record }) => {
    const found = validateFields(place.kind, record, fields, checkAddedMember);
    problems.push(...found.map((problem) => ({ ...place, ...problem })));
    ((records[place.kind] ??= []) as Records[Kind][]).push(record);
    return found.length === 0;
  });
  const tables = Tables.of(records);
  const lookup = {
    ...fields,
    where: (kind: Kind, name: string, value: unknown) => tables.where(kind, name, value as number),
  };
  for (const { place, record } of valid)
    problems.push(...validateRelations(place.kind, record, lookup).map((problem) => ({ ...place, ...problem })));
  problems.push(...findDuplicates(identified));
  return { tables, problems };
}

/** The problems of values that must be unique, but are not. */
function findDuplicates(located: readonly IdentifiedRecord[]): WorldProblem[] {
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
