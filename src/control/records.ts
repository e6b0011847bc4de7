import {
  type Kind,
  type WorldKind,
  createReferenceTest,
  dateTimeFields,
  kindNames,
  kinds,
  parseRecordReference,
  readReferences,
  referenceFields,
  withNumericIds,
  worldKinds,
} from '../records/kinds.ts';
import type { Translations } from '../records/records.ts';
import { Type } from '../records/schema-builder.ts';
import { formatRecordProblem, formatWorldProblem, validateFilter } from '../records/validate.ts';
import { normalizeRecords } from '../records/world.ts';
import { type RecordEdit, editRecords, readValues } from '../store/edit/edit-records.ts';
import { InvalidRecordsError } from '../store/edit/new-problems.ts';
import type { Store } from '../store/store.ts';
import { operation } from './api/operation.ts';
import { ProblemError } from './api/problem.ts';
import {
  type Static,
  anyObject,
  choice,
  integerOrNull,
  list,
  named,
  natural,
  object,
  optional,
  positive,
  recordId,
  string,
  textOrNull,
} from './api/schema.ts';
import { didYouMean } from '../did-you-mean.ts';
import { contains } from './matching.ts';
import type { World } from './world.ts';

const title = { ...textOrNull, description: 'a short text of the record; null if it has none' };
const recordLink = named('RecordLink', object({ field: string, kind: string, id: recordId, title }));
const recordSchema = named(
  'Record',
  Type.Object({ id: recordId }, { description: 'a record with all of its members' }),
);
const describedMembers = { title, record: recordSchema, links: list(recordLink) };
const describedRecord = object(describedMembers);
const referrers = object({ kind: string, field: string, count: positive });
const linkedRecord = object({ ...describedMembers, referrers: list(referrers) });
const recordList = object({
  records: list(describedRecord),
  count: { ...natural, description: 'how many records the query finds' },
  total: { ...natural, description: 'how many records of the kind there are' },
  next: { ...integerOrNull, description: 'the value of "after" for the next page; null on the last one' },
});
const recordQuery = object({
  search: optional(
    Type.String({ maxLength: 200, description: 'a part of a text of the record in any locale, or its id' }),
  ),
  refersTo: optional(
    Type.String({ pattern: '^[A-Za-z]{1,100}/[1-9]\\d{0,14}$', description: 'a record, such as "proposals/1"' }),
  ),
  through: optional(Type.String({ maxLength: 100, description: 'the field that refers to it; any by default' })),
  first: optional({ ...positive, maximum: 1000, description: 'how many records at most; 50 by default' }),
  after: optional({ ...natural, description: 'the id of the record before the first one' }),
  order: optional({ ...choice('ascending', 'descending'), description: 'the order of the ids; ascending by default' }),
});

const kindDescription = object({
  description: string,
  schema: { ...anyObject, description: 'the JSON Schema of a record as it is stored' },
  locales: list(string, { description: 'those of the organization, the default one first' }),
});

/** What the records of a kind are, for a form. */
export type KindDescription = Static<typeof kindDescription>;
/** Which records of a kind to list. */
type RecordQuery = Static<typeof recordQuery>;
/** A page of the records of a kind. */
export type RecordList = Static<typeof recordList>;
/** A record that a field of another record refers to. */
export type RecordLink = Static<typeof recordLink>;
/** A record, what it is called, and the records that it refers to. */
export type DescribedRecord = Static<typeof describedRecord>;
/** A record, what it refers to, and how many records of each kind refer to it by which field. */
export type LinkedRecord = Static<typeof linkedRecord>;

interface AnyRecord {
  id: number;
}

/** Returns the kind with a name. Throws a ProblemError if there is none. */
function readKind<K extends Kind = Kind>(name: string, known: readonly K[] = kindNames as K[]): K {
  const kind = known.find((each) => each === name);
  if (kind) return kind;
  throw new ProblemError(404, `There is no kind of record ${JSON.stringify(name)}.${didYouMean(name, known)}`, 'kind');
}

function unknownRecord(kind: string, id: string): never {
  throw new ProblemError(404, `There is no record ${JSON.stringify(id)} in ${kind}.`, 'id');
}

/** Lists the records of a kind. Throws a ProblemError if there is no such kind, or if its records cannot refer to a record. */
function listRecords(store: Store, name: string, query: RecordQuery): RecordList {
  const kind = readKind(name);
  const { first = 50, after, order = 'ascending' } = query;
  const all: readonly AnyRecord[] = store.all(kind);
  const filters = createFilters(kind, query);
  const found = filters.length > 0 ? all.filter((record) => filters.every((fits) => fits(record))) : all;
  const sign = order === 'ascending' ? 1 : -1;
  const sorted = found.toSorted((a, b) => sign * (a.id - b.id));
  const start = after === undefined ? 0 : sorted.findIndex(({ id }) => sign * (id - after) > 0);
  const page = start < 0 ? [] : sorted.slice(start, start + first);
  return {
    records: page.map((record) => describeRecord(store, kind, record)),
    count: found.length,
    total: all.length,
    next: start >= 0 && start + first < sorted.length ? page.at(-1)!.id : null,
  };
}

function createFilters(kind: Kind, { search, refersTo, through }: RecordQuery): ((record: AnyRecord) => boolean)[] {
  const filters = [];
  if (search) filters.push(createSearch(kind, search));
  if (refersTo !== undefined) {
    const target = parseRecordReference(refersTo);
    const fields = referenceFields(kind).filter((field) => field.kinds.includes(target.kind));
    const meant = fields.filter((field) => through === undefined || field.name === through);
    if (meant.length === 0) {
      const [member, subject] = through === undefined ? ['refersTo', 'No field'] : ['through', 'No field of this name'];
      throw new ProblemError(400, `${subject} of ${kind} refers to ${target.kind}.`, member);
    }
    filters.push(createReferenceTest(meant, target.kind, target.id));
  } else if (through !== undefined) throw new ProblemError(400, '"through" is for a query with "refersTo".', 'through');
  return filters;
}

/** Returns the test of a search: whether a text of a record, in any locale, contains it, or whether it is the record's id. */
function createSearch(kind: Kind, search: string): (record: AnyRecord) => boolean {
  const id = /^\d+$/.test(search) ? Number(search) : undefined;
  const other = new Set([...dateTimeFields(kind), ...referenceFields(kind).map(({ name }) => name)]);
  const fields = Object.keys(kinds[kind].schema.properties).filter((name) => !other.has(name));
  // Unlike lower-cased copies of the texts, a pattern needs no memory.
  const pattern = new RegExp(search.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`), 'iu');
  return (record) =>
    record.id === id ||
    fields.some((field) => containsText((record as unknown as Record<string, unknown>)[field], pattern));
}

function containsText(value: unknown, pattern: RegExp): boolean {
  if (typeof value === 'string') return pattern.test(value);
  if (typeof value !== 'object' || value === null) return false;
  for (const member of Object.values(value)) if (containsText(member, pattern)) return true;
  return false;
}

/** Reads a record with its links. Throws a ProblemError if there is none with this id. */
function readRecord(store: Store, name: string, id: string): LinkedRecord {
  const kind = readKind(name);
  const record = store.find(kind, id) ?? unknownRecord(kind, id);
  return { ...describeRecord(store, kind, record), referrers: countReferrers(store, kind, record.id) };
}

function describeRecord(store: Store, kind: Kind, record: AnyRecord): DescribedRecord {
  const { defaultLocale } = store.organization;
  const links = referenceFields(kind).flatMap((field) =>
    readReferences(record, field).map((target) => {
      const found = store.find(target.kind, target.id);
      return { field: field.name, ...target, title: found ? titleOf(found, defaultLocale) : null };
    }),
  );
  return { title: titleOf(record, defaultLocale), record, links };
}

/** Counts what refers to a record, by kind and field. */
const countReferrers = (store: Store, kind: Kind, id: number): LinkedRecord['referrers'] =>
  kindNames.flatMap((each) =>
    referenceFields(each)
      .filter((field) => field.kinds.includes(kind))
      .map((field) => ({
        kind: each,
        field: field.name,
        count: store.all(each).filter(createReferenceTest([field], kind, id)).length,
      }))
      .filter(({ count }) => count > 0),
  );

/** The fields that can tell what a record is, the best first. */
const titleFields = ['title', 'name', 'body', 'announcement', 'reportedContent', 'badgeName', 'reason', 'blockReasons'];
const htmlFields = new Set(['body', 'announcement']);
const maxTitleLength = 120;

/** A short text that says which record it is, in the default locale if it has one; null if the record has no text. */
function titleOf(record: object, defaultLocale: string): string | null {
  for (const field of titleFields) {
    const value = (record as Record<string, Translations | string | null | undefined>)[field];
    const text = typeof value === 'object' && value ? (value[defaultLocale] ?? Object.values(value)[0]) : value;
    const line = (htmlFields.has(field) ? text?.replaceAll(/<[^>]*>/g, ' ') : text)?.replaceAll(/\s+/g, ' ').trim();
    if (line) return line.length > maxTitleLength ? `${line.slice(0, maxTitleLength).trimEnd()}…` : line;
  }
  return null;
}

/**
 * Finds the records that have the given members: objects may have more, and ids can be texts, as in the API. Throws a ProblemError for a
 * member or a value that no record of the kind can have.
 */
function findRecords({ store }: World, name: string, values: Record<string, unknown>): AnyRecord[] {
  const kind = readKind(name, worldKinds);
  const names = namesOf(kind);
  const unknown = Object.keys(values).find((each) => !names.includes(each));
  if (unknown !== undefined)
    throw new ProblemError(
      400,
      `${kind} have no member ${JSON.stringify(unknown)}.${didYouMean(unknown, names)}`,
      unknown,
    );
  const filter = withNumericIds(kind, values);
  const [problem] = validateFilter(kind, filter, store.tables);
  if (problem) throw new ProblemError(400, `${formatRecordProblem(problem)}.`, problem.field);
  // Date-times are stored with the offset of the organization.
  normalizeRecords(kind, [filter], store.organization.timeZone);
  return (store.all(kind) as readonly AnyRecord[]).filter((record) => contains(record, filter));
}

const namesOf = (kind: Kind): string[] => Object.keys(kinds[kind].schema.properties);
const idOf = ({ store }: World, kind: Kind, id: string): number => store.find(kind, id)?.id ?? unknownRecord(kind, id);

/** Edits records in one write. Rejects with a ProblemError that names the member if the world would become invalid. */
async function edit<T>(world: World, name: string, run: (kind: WorldKind, change: RecordEdit) => T): Promise<T> {
  const kind = readKind(name, worldKinds);
  while (world.ready) await world.ready;
  try {
    return await editRecords(world.store, (change) => run(kind, change));
  } catch (error) {
    if (!(error instanceof InvalidRecordsError)) throw error;
    // A record that was not created has no id.
    const { message, problems } = new InvalidRecordsError(
      error.problems.map((each) =>
        each.kind && !world.store.find(each.kind, Number(each.id)) ? { ...each, id: undefined } : each,
      ),
    );
    throw new ProblemError(400, message, problems[0]!.field, problems.slice(0, 1000).map(formatWorldProblem));
  }
}

const recordValues = named('RecordValues', { ...anyObject, description: 'members of a record, as a world has them' });

export const recordOperations = {
  describeKind: operation({
    endpoint: 'GET /__admin/kinds/{kind}',
    summary: 'Describes the records of a kind by a JSON Schema, with the locales of the organization.',
    response: kindDescription,
    run({ world: { store }, params }) {
      const { description, schema } = kinds[readKind(params.kind)];
      const { defaultLocale, locales } = store.organization;
      return { description, schema, locales: [...new Set([defaultLocale, ...locales])] };
    },
  }),
  listRecords: operation({
    endpoint: 'GET /__admin/records/{kind}',
    summary: 'Lists the records of a kind, or those that a search finds.',
    query: recordQuery,
    response: recordList,
    run: ({ world, params, query }) => listRecords(world.store, params.kind, query),
  }),
  readRecord: operation({
    endpoint: 'GET /__admin/records/{kind}/{id}',
    summary: 'Reads a record, what it refers to, and what refers to it.',
    response: linkedRecord,
    run: ({ world, params }) => readRecord(world.store, params.kind, params.id),
  }),
  createRecord: operation({
    endpoint: 'POST /__admin/records/{kind}',
    summary: 'Creates a record, with defaults for what the body leaves out.',
    body: recordValues,
    response: recordSchema,
    status: 201,
    run: ({ world, params, body }) =>
      edit(world, params.kind, (kind, change) => change.create(kind, readValues(kind, body))),
  }),
  findRecords: operation({
    endpoint: 'POST /__admin/records/{kind}/find',
    summary: 'Finds the records that have the members of the body.',
    body: recordValues,
    response: object({ records: list(recordSchema) }),
    run: ({ world, params, body }) => ({ records: findRecords(world, params.kind, body) }),
  }),
  updateRecord: operation({
    endpoint: 'PATCH /__admin/records/{kind}/{id}',
    summary: 'Replaces members of a record by those of the body.',
    body: recordValues,
    response: recordSchema,
    run: ({ world, params, body }) =>
      edit(world, params.kind, (kind, change) =>
        change.update(kind, idOf(world, kind, params.id), readValues(kind, body))!,
      ),
  }),
  deleteRecord: operation({
    endpoint: 'DELETE /__admin/records/{kind}/{id}',
    summary: 'Deletes a record to which no other refers.',
    async run({ world, params }) {
      await edit(world, params.kind, (kind, change) => change.delete(kind, idOf(world, kind, params.id)));
    },
  }),
};
