import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { isKind, kindNames, parseRecordReference } from '../../store/kinds.ts';
import type { Kind } from '../../store/records.ts';
import { createReferenceTest, referenceFields } from '../../store/references.ts';
import type { Store } from '../../store/store.ts';
import { ProblemError } from '../problem.ts';
import { didYouMean } from '../validation.ts';
import type { LinkedRecord, RecordList, RecordQuery } from './linked-record.ts';
import { countReferrers, describeRecord } from './record-links.ts';
import { createSearch } from './record-search.ts';

/** Lists the records of a kind. Throws a ProblemError if there is no such kind, or if its records cannot refer to a record. */
export function listRecords(store: Store, name: string, query: RecordQuery): RecordList {
  const kind = readKind(name);
  const { first = 50, after, order = 'ascending' } = query;
  const all: { id: number }[] = store.all(kind);
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
  const kind = readKind(name);
  const record = store.find(kind, id);
  if (!record) throw new ProblemError(404, `There is no record ${JSON.stringify(id)} in ${kind}.`, 'id');
  return { ...describeRecord(store, kind, record), referrers: countReferrers(store, kind, record.id) };
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
    const fields = referenceFields(kind).filter(({ kinds }) => kinds.includes(target.kind));
    const named = fields.filter(({ name }) => through === undefined || name === through);
    if (named.length === 0) {
      const [member, subject] = through === undefined ? ['refersTo', 'No field'] : ['through', 'No field of this name'];
      throw new ProblemError(400, `${subject} of ${kind} refers to ${target.kind}.`, member);
    }
    filters.push(createReferenceTest(named, target.kind, target.id));
  }
  return filters;
}
