import { isJsonObject } from '../../json-object.ts';
import { kinds, worldKinds } from '../../records/kinds.ts';
import type { Kind, Records } from '../../records/records.ts';
import { type Draft, addSamples } from '../../records/samples.ts';
import { Store } from '../store.ts';
import type { Tables } from '../../records/tables.ts';
import type { CheckAddedMember, WorldProblem } from '../../records/validate.ts';
import { type RawRecord, describeUnknownKind } from '../../records/world.ts';
import { RecordEdit, readValues } from './edit-records.ts';
import { InvalidRecordsError } from './new-problems.ts';

type RawLists = { [K in Kind]?: RawRecord[] };

/**
 * Lays lists of records by kind over a world: what a record leaves out has a default, and a record with an id that is there replaces
 * it; of the organization, what is left out stays. Tables without an organization get one. Throws an InvalidRecordsError if the lists
 * are something else or the world is invalid with them.
 */
export function layRecords(tables: Tables, given: unknown, now: number, checkAddedMember?: CheckAddedMember): Tables {
  const lists = readLists(given);
  if (tables.all('organization').length === 0) {
    const organization = newOrganization(lists.organization?.[0]);
    tables = tables.with({ organization: new Map([[organization.id, organization]]) });
  }
  // There is one organization only, so its members are replaced one by one.
  if (lists.organization?.[0]) lists.organization[0] = { ...tables.organization, ...lists.organization[0] };
  const unnamed = (Object.entries(lists) as [Kind, RawRecord[]][]).map(
    ([kind, list]) => [kind, addIds(list, tables.highestId(kind))] as const,
  );
  const store = new Store(tables, { clock: () => now });
  store.checkAddedMember = checkAddedMember;
  try {
    store.update((transaction) => {
      const edit = new RecordEdit(store, transaction);
      edit.putAll(lists);
      edit.finish();
    });
  } catch (error) {
    if (!(error instanceof InvalidRecordsError)) throw error;
    const positions = new Map<string | undefined, Map<unknown, number>>(unnamed);
    throw new InvalidRecordsError(error.problems.map((problem) => withPosition(problem, positions)));
  }
  return store.tables;
}

/** Adds the ids that records leave out. Returns the positions of these records in the list, from 1, by their ids. */
function addIds(list: RawRecord[], highestId: number): Map<unknown, number> {
  const positions = new Map<unknown, number>();
  let last = highestId;
  for (const { id } of list) if (Number(id) > last) last = Number(id);
  for (const [index, record] of list.entries()) {
    if (record['id'] !== undefined) continue;
    record['id'] = ++last;
    positions.set(last, index + 1);
  }
  return positions;
}

/** Names a record by its position if the list does not have its id. */
function withPosition(
  problem: WorldProblem,
  positions: ReadonlyMap<string | undefined, Map<unknown, number>>,
): WorldProblem {
  const position = problem.kind && positions.get(problem.kind)?.get(problem.id);
  return position ? { ...problem, id: undefined, file: problem.kind, position } : problem;
}

function readLists(given: unknown): RawLists {
  if (!isJsonObject(given))
    throw invalid(
      'a world',
      'must be an object of lists of records by kind, such as { proposals: [{ title: { en: "A bench" } }] }',
    );
  const unknownKind = Object.keys(given).find((name) => !worldKinds.some((kind) => kind === name));
  if (unknownKind !== undefined) throw invalid(unknownKind, describeUnknownKind(unknownKind));
  // Defaults refer to records of kinds that come before.
  const named = worldKinds.filter((kind) => given[kind] !== undefined);
  return Object.fromEntries(named.map((kind) => [kind, readList(kind, given[kind])]));
}

function readList(kind: Kind, given: unknown): RawRecord[] {
  if (!Array.isArray(given)) throw invalid(kind, 'must be a list of records');
  const list = given.map((values: unknown) => readValues(kind, values));
  const ids = new Set<unknown>();
  const problems: WorldProblem[] = [];
  for (const { id } of list) {
    if (id !== undefined && ids.has(id)) problems.push({ kind, id, message: 'an earlier record has the same id' });
    ids.add(id);
  }
  if (problems.length > 0) throw new InvalidRecordsError(problems);
  return list;
}

const invalid = (file: string, message: string) => new InvalidRecordsError([{ file, message }]);

/** An organization with samples, which refer to no other record. Its values are validated with the other records. */
function newOrganization(values: RawRecord = {}): Records['organization'] {
  const record: RawRecord = { id: 1, ...values };
  addSamples(kinds.organization, { kind: 'organization', id: 1, record } as Draft);
  return record as unknown as Records['organization'];
}
