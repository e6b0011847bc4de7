import { isJsonObject } from '../json-object.ts';
import { kinds } from './kinds.ts';
import { type Kind, type Records, isTombstone } from './records.ts';
import { Tables } from './tables.ts';
import type { CheckAddedMember, RecordLookup } from './record-validators.ts';
import type { TSchema } from './schema-builder.ts';
import { validateRecord } from './validate-record.ts';
import { type RecordPlace, type WorldProblem, formatPlace } from './world-problem.ts';

/** An unvalidated record, and where it comes from. */
export interface LocatedRecord {
  place: RecordPlace;
  record: unknown;
}

type IdentifiedRecord = LocatedRecord & { record: Records[Kind] };

/**
 * Puts records into tables, and returns every problem of a record by itself or in relation to the others. With
 * `fromWorld`, the stricter rules for the records of a world apply.
 */
export function buildTables(
  located: readonly LocatedRecord[],
  fromWorld = false,
  checkAddedMember?: CheckAddedMember,
): { tables: Tables; problems: WorldProblem[] } {
  const tables = new Tables();
  const problems: WorldProblem[] = [];
  const ids = new Set<string>();
  const identified: IdentifiedRecord[] = [];
  for (const { place, record } of located) {
    const { kind, id } = place;
    if (typeof record !== 'object' || !Number.isInteger(id))
      problems.push({ ...place, message: 'must be an object with an integer id' });
    else if (!fromWorld && record && isTombstone(record)) tables.put(kind, record as never);
    else if (ids.has(`${kind} ${id}`)) problems.push({ ...place, message: 'an earlier record has the same id' });
    else {
      ids.add(`${kind} ${id}`);
      // Indexes need them.
      addDefaults(kinds[kind].schema, record);
      identified.push({ place, record: record as Records[Kind] });
      tables.put(kind, record as Records[Kind]);
    }
  }
  const lookup: RecordLookup = {
    find: (kind, id) => tables.find(kind, id),
    locales: () => tables.locales(),
    where: (kind, indexName, value) => tables.where(kind, indexName, value as number),
    checkAddedMember,
  };
  for (const { place, record } of identified)
    for (const problem of validateRecord(place.kind, record, lookup, fromWorld))
      problems.push({ ...place, ...problem });
  problems.push(...findDuplicates(identified));
  return { tables, problems };
}

/** Adds the defaults of missing members to a value, which can be invalid. */
function addDefaults(schema: object, value: unknown): void {
  const { properties = {}, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  if (items && Array.isArray(value)) for (const item of value) addDefaults(items, item);
  if (!isJsonObject(value)) return;
  for (const [name, member] of Object.entries(properties)) {
    if (value[name] === undefined && member['default'] !== undefined) value[name] = structuredClone(member['default']);
    // A default can lack members too.
    addDefaults(member, value[name]);
  }
}

/** The problems of values that must be unique, but are not. */
function findDuplicates(located: readonly IdentifiedRecord[]): WorldProblem[] {
  const places = new Map<string, RecordPlace>();
  const problems: WorldProblem[] = [];
  for (const { place, record } of located) {
    for (const field of kinds[place.kind].uniqueFields) {
      const value = (record as Record<string, unknown>)[field] ?? null;
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
