import { Refusal, SimulatedServerError, invalidCursor } from '../../../errors.ts';
import { luxon } from '../../../packages.ts';
import type { Kind } from '../../../records/records.ts';
import { type ConnectionSource, cursorAt } from '../../../resources/connections.ts';
import type { Store } from '../../../store/store.ts';
import { parseIsoDay } from '../values/ruby-date.ts';
import { referenceTo } from './relations.ts';

/** The arguments of a list. An omitted member and null are different. */
export interface ListArguments {
  filter?: Record<string, unknown> | null;
  order?: Record<string, string | null> | null;
}

/** A sort key of a list: the platform's name of the column, for error messages, and the value of a record. */
export interface SortKey<T> {
  column: string;
  /** Whether the direction can be in mixed case, which the platform does not pass on for a translated text. */
  acceptsMixedCase?: boolean;
  getValue(record: T, store: Store, locale: string): number | string | null | undefined;
}

/** Creates the test of a filter from the filter's argument. */
export type CreateFilter<T> = (argument: never, store: Store, locale: string) => (record: T) => boolean;

/** The filters and sort keys of a list, by the names of their arguments. */
export interface ListCriteria<T> {
  filters: Record<string, CreateFilter<T>>;
  /** The filters that are a server error if they are null, after the locale and before anything is said of the order. */
  filtersFailingOnNull?: string[];
  sortKeys: Record<string, SortKey<T>>;
}

const directions = new Map([
  ['asc', 1],
  ['desc', -1],
]);
/** How a direction can be written where a column is sorted. */
const columnDirection = /^(?:asc|desc|ASC|DESC)$/;

/** The locale in which names are compared: the organization's default locale if the argument is omitted. */
function localeOf(criteria: Record<string, unknown>, { organization }: Store): string {
  if (!('locale' in criteria)) return organization.defaultLocale;
  const locale = String(criteria['locale'] ?? '');
  if (organization.locales.includes(locale)) return locale;
  throw new Refusal(`${locale} locale is not used in the organization`);
}

type Compare<T> = (a: T, b: T) => number;

/** Compares records by a sort key. Ascending, records without a value come last; descending, they come first. */
function createCompare<T>({ getValue }: SortKey<T>, direction: number, store: Store, locale: string): Compare<T> {
  return (a, b) => {
    const [left, right] = [getValue(a, store, locale) ?? null, getValue(b, store, locale) ?? null];
    if (left === right) return 0;
    if (left === null || right === null) return direction * (left === null ? 1 : -1);
    return direction * (left < right ? -1 : 1);
  };
}

/** A sort key with the direction that the client wants, and how the client wrote it. */
interface Directed<T> {
  sortKey: SortKey<T>;
  direction: number;
  value: string;
  locale: string;
}

function readOrder<T>(
  order: NonNullable<ListArguments['order']>,
  { sortKeys }: ListCriteria<T>,
  store: Store,
): Directed<T>[] {
  const locale = localeOf(order, store);
  return Object.entries(order)
    .filter(([name]) => name !== 'locale')
    .map(([name, value]) => {
      const sortKey = sortKeys[name]!;
      if (value === null) throw new SimulatedServerError(`the order by ${name} is null`);
      const direction = directions.get(value.toLowerCase());
      if (direction) return { sortKey, direction, value, locale };
      const problem = `only ASC or DESC are valids (received ${JSON.stringify(value)})`;
      throw new Refusal(`Invalid order value for :${sortKey.column}, ${problem}`);
    });
}

/** Throws SimulatedServerError for what the database does not sort by. */
const createCompares = <T>(directed: readonly Directed<T>[], store: Store): Compare<T>[] =>
  directed.map(({ sortKey, direction, value, locale }) => {
    if (!sortKey.acceptsMixedCase && !columnDirection.test(value))
      throw new SimulatedServerError(`the direction ${value} is not one of Rails`);
    return createCompare(sortKey, direction, store, locale);
  });

/** The refusals of the arguments of a list. */
export class ArgumentRefusals extends Refusal {
  constructor(readonly refusals: Refusal[]) {
    super(refusals[0]!.message);
  }
}

/** Filters and sorts the records of a list. Without `order` they keep their order; with it, equal records are in the order of ids. */
export function filterAndSort<T extends { id: number }>(
  records: readonly T[],
  { filter, order }: ListArguments,
  criteria: ListCriteria<T>,
  store: Store,
): readonly T[] {
  const refusals: Refusal[] = [];
  const prepare = <R>(argument: () => R): R | undefined => {
    try {
      return argument();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(error);
      return undefined;
    }
  };
  // The platform reads both arguments before it applies one.
  const filterLocale = prepare(() => (filter ? localeOf(filter, store) : '')) ?? '';
  const failing = criteria.filtersFailingOnNull?.find((name) => filter?.[name] === null);
  if (failing !== undefined && refusals.length === 0) throw new SimulatedServerError(`the filter ${failing} is null`);
  const directed = prepare(() => (order ? readOrder(order, criteria, store) : [])) ?? [];
  if (refusals.length > 0) throw new ArgumentRefusals(refusals);
  const tests = Object.entries(filter ?? {})
    .filter(([name]) => name !== 'locale')
    .map(([name, argument]) => criteria.filters[name]!(argument as never, store, filterLocale));
  const compares = createCompares(directed, store);
  const filtered = tests.length > 0 ? records.filter((record) => tests.every((passes) => passes(record))) : records;
  const compareAll = (a: T, b: T) => compares.reduce((difference, compare) => difference || compare(a, b), 0);
  return order ? filtered.toSorted((a, b) => compareAll(a, b) || a.id - b.id) : filtered;
}

/** A record with a time, in the format of the store. */
type Timed<F extends string> = { id: number } & Record<F, string | null>;

/** Returns the start of a day, in milliseconds since 1970. */
function parseDay(text: string | null, filterInErrors: string, store: Store): number {
  const today = luxon().DateTime.fromMillis(store.parseDateTime(store.now()), { zone: 'UTC' });
  const dayMs = text === null ? undefined : parseIsoDay(text, today);
  if (dayMs === undefined) throw new Refusal(`Invalid date format for ${filterInErrors}`);
  return dayMs;
}

/**
 * Creates the filters of a time by day: for `created` they are `createdBefore`, without the day itself, and `createdSince`, with it.
 * Errors name the first one, whichever filter has the invalid date.
 */
export function createDayFilters<F extends string>(name: string, field: F): Record<string, CreateFilter<Timed<F>>> {
  const [before, since] = [`${name}Before`, `${name}Since`];
  const createFilter =
    (passes: (timeMs: number, dayMs: number) => boolean): CreateFilter<Timed<F>> =>
    (text: string | null, store) => {
      const dayMs = parseDay(text, before, store);
      return ({ [field]: time }) => time !== null && passes(store.parseDateTime(time), dayMs);
    };
  return {
    [before]: createFilter((timeMs, dayMs) => timeMs < dayMs),
    [since]: createFilter((timeMs, dayMs) => timeMs >= dayMs),
  };
}

/** The filters of published records by the day of their publication. */
export const publicationFilters = createDayFilters('published', 'publishedAt');

export const sortById: SortKey<{ id: number }> = { column: 'id', getValue: ({ id }) => id };

/** Sorts by a time. The store has times to the second; within a second, the higher id is later. */
export const sortByTime = <F extends string>(column: string, field: F): SortKey<Timed<F>> => ({
  column,
  getValue: ({ id, [field]: time }, store) =>
    time && `${new Date(store.parseDateTime(time)).toISOString()} ${String(id).padStart(15, '0')}`,
});

/** Sorts by time of publication. */
export const sortByPublication = sortByTime('published_at', 'publishedAt');

/** Sorts by a field of the record. */
export const sortByField = <K extends string>(
  column: string,
  field: K,
): SortKey<Record<K, string | number | null>> => ({
  column,
  getValue: (record) => record[field],
});

/** What a pattern of SQL's `LIKE` has: a character, one that may be any (`_`), or any number of them (`%`). */
type PatternPart = { character: string } | 'one' | 'many';

/** Reads a pattern of `LIKE`, in which `\\` takes the meaning from the character after it. */
const parsePattern = (pattern: string): PatternPart[] =>
  Array.from(pattern.matchAll(/\\?(.)/gsu), ([match, character]): PatternPart => {
    if (match === '_') return 'one';
    return match === '%' ? 'many' : { character: character! };
  });

/** Whether a text fits a pattern: of several `%`, only the last one is tried again, so that no pattern takes long. */
function matchesPattern(text: string, pattern: readonly PatternPart[]): boolean {
  const characters = [...text];
  let [place, at] = [0, 0];
  let retry: { place: number; at: number } | undefined;
  while (place < characters.length) {
    const part = pattern[at];
    if (part === 'many') retry = { place, at: ++at };
    else if (part === 'one' || part?.character === characters[place]) [place, at] = [place + 1, at + 1];
    else if (retry) [place, at] = [(retry.place += 1), retry.at];
    else return false;
  }
  return pattern.slice(at).every((part) => part === 'many');
}

/** Creates a test whether a text contains another one, in upper or lower case. `_` and `%` are the wildcards of SQL. */
export function createTextFilter(part: string | null): (...texts: (string | undefined)[]) => boolean {
  const pattern = parsePattern(`%${(part ?? '').toLowerCase()}%`);
  return (...texts) => texts.some((text) => text !== undefined && matchesPattern(text.toLowerCase(), pattern));
}

/** The number of likes of a record. */
export const countLikes = (kind: Kind, id: number, store: Store): number =>
  store.where('likes', 'resource', referenceTo(kind, id)).length;

/** Sorts by the number of likes; until 0.30, they are called endorsements. */
export const sortByLikes = (kind: Kind): Record<string, SortKey<{ id: number }>> => {
  const getValue = ({ id }: { id: number }, store: Store) => countLikes(kind, id, store);
  return {
    endorsementCount: { column: 'endorsements_count', getValue },
    likeCount: { column: 'likes_count', getValue },
  };
};

/** A connection, and its page once a field has read it. */
interface PlatformConnection extends ConnectionSource {
  page?: Page;
}

/** The records of a page and the number of records before them; undefined if the cursors exclude each other. */
interface Page {
  records: readonly unknown[];
  offset: number | undefined;
}

const leadingNumber = /^\s*([+-]?\d+)/;

/** Parses the number at the start of a cursor, else 0; throws for a text that is not Base64. */
function parseCursor(cursor: string | null | undefined): number | undefined {
  if (!cursor) return undefined;
  const bytes = Buffer.from(cursor, 'base64url');
  const urlSafe = cursor.replaceAll('+', '-').replaceAll('/', '_');
  const unpadded = urlSafe.endsWith('=') && urlSafe.length % 4 === 0 ? urlSafe.replace(/={1,2}$/, '') : urlSafe;
  if (bytes.toString('base64url') !== unpadded) throw invalidCursor(cursor);
  return Number(leadingNumber.exec(bytes.toString('latin1'))?.[1] ?? 0);
}

const clamp = (count: number | null | undefined, maximum: number): number | undefined =>
  typeof count === 'number' ? Math.min(Math.max(count, 0), maximum) : undefined;

const afterOf = ({ pagination }: ConnectionSource): number | undefined => parseCursor(pagination.after);
const beforeOf = ({ pagination }: ConnectionSource): number | undefined => parseCursor(pagination.before);

/** The limits of the arguments `first` and `last`. */
function limitsOf({ pagination, maxPageSize }: ConnectionSource) {
  const last = clamp(pagination.last, maxPageSize);
  return { last, first: clamp(pagination.first, maxPageSize) ?? (last === undefined ? maxPageSize : undefined) };
}

/** The range of records between the cursors. */
function rangeOf(connection: ConnectionSource) {
  const after = afterOf(connection);
  const before = beforeOf(connection);
  // A comparison with undefined is false.
  const areCursorsCrossed = after! >= before!;
  const countBetween = before === undefined ? undefined : before - (after ?? 0) - 1;
  return { areCursorsCrossed, offset: after ?? 0, countBetween };
}

/** As SQL's `OFFSET` and `LIMIT`; a negative limit counts as no limit. */
const slice = (records: readonly unknown[], offset: number, limit: number | undefined): readonly unknown[] => {
  const start = Math.max(offset, 0);
  return records.slice(start, limit === undefined || limit < 0 ? undefined : start + limit);
};

/** Applies the cursors, then `first`, then `last`, as graphql-ruby does for ActiveRecord relations. */
function createPage(connection: ConnectionSource): Page {
  const { first, last } = limitsOf(connection);
  const { areCursorsCrossed, offset, countBetween } = rangeOf(connection);
  if (areCursorsCrossed) return { records: [], offset: undefined };
  let start = offset;
  let limit = first !== undefined && (countBetween === undefined || countBetween > first) ? first : countBetween;
  if (last !== undefined) {
    const count = limit ?? slice(connection.records, offset, countBetween).length;
    if (limit === undefined || last <= limit) {
      start += count - Math.min(last, Math.max(count, 0));
      limit = last;
    }
  }
  return { records: slice(connection.records, start, limit), offset: start };
}

const readPage = (connection: PlatformConnection): Page => (connection.page ??= createPage(connection));

const cursorOf = ({ records, offset }: Page, index: number): string | null =>
  records.length > 0 ? cursorAt((offset ?? 0) + index + 1) : null;

// These two read only the cursors that they need, so the platform reports no other invalid cursor at them.

/** Depends on whether another field has read the page: if not, the platform counts the records after the cursors. */
function hasNextPage(connection: PlatformConnection): boolean {
  const { first } = limitsOf(connection);
  const before = beforeOf(connection);
  if (before !== undefined && before > 0) return true;
  if (first === undefined || (connection.page && connection.page.records.length < first)) return false;
  const { offset, countBetween, areCursorsCrossed } = rangeOf(connection);
  return !areCursorsCrossed && slice(connection.records, offset, countBetween).length > first;
}

function hasPreviousPage(connection: PlatformConnection): boolean {
  const after = afterOf(connection);
  if (after !== undefined && after > 0) return true;
  if (limitsOf(connection).last === undefined) return false;
  const { offset } = createPage(connection);
  return offset !== undefined && offset !== 0;
}

/** The resolvers of every connection type. */
export const Connection = {
  nodes: (connection: PlatformConnection) => readPage(connection).records,
  edges: (connection: PlatformConnection) => {
    const page = readPage(connection);
    return page.records.map((node, index) => ({ node, cursor: cursorOf(page, index) }));
  },
  // Functions, because each field computes its value and reports an invalid cursor at its own path.
  pageInfo: (connection: PlatformConnection) => ({
    hasNextPage: () => hasNextPage(connection),
    hasPreviousPage: () => hasPreviousPage(connection),
    startCursor: () => cursorOf(readPage(connection), 0),
    endCursor: () => cursorOf(readPage(connection), readPage(connection).records.length - 1),
  }),
};
