import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import {
  dateTimeFields,
  isKind,
  kindNames,
  kinds,
  parseRecordReference,
  createReferenceTest,
  referenceFields,
} from '../../records/kinds.ts';
import { isJsonObject } from '../../json-object.ts';
import type { FoundFile } from '../../server/http/stored-file.ts';
import type { Kind, StoredFile } from '../../records/records.ts';
import type { Store } from '../../store/store.ts';
import { ProblemError } from '../problem.ts';
import { didYouMean } from '../validation.ts';
import type { KindDescription, LinkedRecord, RecordList, RecordQuery } from '../admin/record-schemas.ts';
import { countReferrers, describeRecord } from './record-links.ts';

/** Lists the records of a kind. Throws a ProblemError if there is no such kind, or if its records cannot refer to a record. */
export function listRecords(store: Store, name: string, query: RecordQuery): RecordList {
  const kind = readKind(name);
  const { first = 50, after, order = 'ascending' } = query;
  const all: readonly { id: number }[] = store.all(kind);
  const filters = createFilters(kind, query);
  const found = filters.length > 0 ? all.filter((record) => filters.every((matches) => matches(record))) : all;
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

/** Reads a record with its links. Throws a ProblemError if there is none with this id. */
export function readRecord(store: Store, name: string, id: string): LinkedRecord {
  const { kind, record } = findRecord(store, name, id);
  return { ...describeRecord(store, kind, record), referrers: countReferrers(store, kind, record.id) };
}

/** Describes the records of a kind. Throws a ProblemError if there is no such kind. */
export function describeKind({ organization }: Store, name: string): KindDescription {
  const { description, schema } = kinds[readKind(name)];
  const { defaultLocale, locales } = organization;
  return { description, schema, locales: [...new Set([defaultLocale, ...locales])] };
}

/** Finds the file of a field of a record. Throws a ProblemError if there is none. */
export function findRecordFile(store: Store, kindName: string, id: string, field: string): FoundFile {
  const { kind, record } = findRecord(store, kindName, id);
  const file = (record as Record<string, unknown>)[field];
  if (!isJsonObject(file) || !('contentType' in file))
    throw new ProblemError(404, `There is no file ${JSON.stringify(field)} of ${kind} ${id}.`, 'field');
  return { file: file as unknown as StoredFile, reference: `${kind}/${record.id}/${field}` };
}

function findRecord(store: Store, name: string, id: string): { kind: Kind; record: { id: number } } {
  const kind = readKind(name);
  const record = store.find(kind, id);
  if (!record) throw new ProblemError(404, `There is no record ${JSON.stringify(id)} in ${kind}.`, 'id');
  return { kind, record };
}

function readKind(name: string): Kind {
  if (isKind(name)) return name;
  const nearest = didYouMean(suggestionList(name, kindNames));
  throw new ProblemError(404, `There is no kind of record ${JSON.stringify(name)}.${nearest}`, 'kind');
}

function createFilters(
  kind: Kind,
  { search, refersTo, through }: RecordQuery,
): ((record: { id: number }) => boolean)[] {
  const filters = [];
  if (search) filters.push(createSearch(kind, search));
  if (refersTo !== undefined) {
    const target = parseRecordReference(refersTo);
    const fields = referenceFields(kind).filter((field) => field.kinds.includes(target.kind));
    const named = fields.filter(({ name }) => through === undefined || name === through);
    if (named.length === 0) {
      const [member, subject] = through === undefined ? ['refersTo', 'No field'] : ['through', 'No field of this name'];
      throw new ProblemError(400, `${subject} of ${kind} refers to ${target.kind}.`, member);
    }
    filters.push(createReferenceTest(named, target.kind, target.id));
  }
  return filters;
}

/** Returns the test of a search: whether a text of a record, in any locale, contains it, or whether it is the record's id. */
function createSearch(kind: Kind, search: string): (record: { id: number }) => boolean {
  const id = /^\d+$/.test(search) ? Number(search) : undefined;
  const other = new Set([...dateTimeFields(kind), ...referenceFields(kind).map(({ name }) => name)]);
  const fields = Object.keys(kinds[kind].schema.properties).filter((name) => !other.has(name));
  // Unlike lower-cased copies of the texts, a pattern needs no memory.
  const pattern = new RegExp(search.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`), 'iu');
  return (record) =>
    record.id === id || fields.some((field) => containsText((record as Record<string, unknown>)[field], pattern));
}

function containsText(value: unknown, pattern: RegExp): boolean {
  if (typeof value === 'string') return pattern.test(value);
  if (typeof value !== 'object' || value === null) return false;
  for (const member of Object.values(value)) if (containsText(member, pattern)) return true;
  return false;
}
