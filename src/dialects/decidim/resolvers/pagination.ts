import { invalidCursor } from '../../../errors.ts';
import type { ConnectionSource } from '../../../server/resolvers/connections.ts';

/** A connection, and its page once a field has read it. */
interface PlatformConnection extends ConnectionSource {
  page?: Page;
}

/** The records of a page and the number of records before them; undefined if the cursors exclude each other. */
interface Page {
  records: readonly unknown[];
  offset: number | undefined;
}

const cursorAt = (place: number): string => Buffer.from(String(place)).toString('base64url');

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
