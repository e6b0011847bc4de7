import { invalidCursor } from '../errors.ts';

export interface ConnectionArguments {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
}

/** The source of a connection type. The resolvers of its fields compute the page, so that errors have their paths. */
export interface ConnectionSource<T = unknown> {
  records: readonly T[];
  pagination: ConnectionArguments;
  /** The maximum number of records on a page. */
  maxPageSize: number;
}

/** Returns the cursor of a place in a list, counted from 1: like the platform, its digits in Base64 without padding. */
export const cursorAt = (place: number): string => Buffer.from(String(place)).toString('base64url');

function parseCursor(cursor: string): number {
  const digits = Buffer.from(cursor, 'base64url').toString();
  if (!/^\d{1,15}$/.test(digits)) throw invalidCursor(cursor);
  return Number(digits);
}

/** A connection, and the places of its page once a field has asked for them. */
interface PagedConnection<T = unknown> extends ConnectionSource<T> {
  range?: ReturnType<typeof createRange>;
}

const rangeOf = (connection: PagedConnection) => (connection.range ??= createRange(connection));

/** Returns the half-open range of a page's places, counted from 0, and whether records precede or follow it. */
function createRange({ records, pagination, maxPageSize }: ConnectionSource) {
  const { first, last } = pagination;
  const low = pagination.after ? Math.min(parseCursor(pagination.after), records.length) : 0;
  const high = pagination.before ? Math.min(parseCursor(pagination.before) - 1, records.length) : records.length;
  let start = low;
  let end = Math.max(low, high);
  if (typeof first === 'number') end = Math.min(end, start + Math.max(first, 0));
  if (typeof last === 'number') start = Math.max(start, end - Math.max(last, 0));
  if (end - start > maxPageSize) {
    if (typeof last === 'number' && typeof first !== 'number') start = end - maxPageSize;
    else end = start + maxPageSize;
  }
  return { start, end, hasNext: end < records.length, hasPrevious: start > 0 };
}

const findNodes = <T>(connection: PagedConnection<T>): T[] => {
  const { start, end } = rangeOf(connection);
  return connection.records.slice(start, end);
};

/** The resolvers of all connection types. */
export const Connection = {
  nodes: findNodes,
  edges: <T>(connection: PagedConnection<T>) => {
    const { start } = rangeOf(connection);
    return findNodes(connection).map((node, index) => ({ cursor: cursorAt(start + index + 1), node }));
  },
  pageInfo: (connection: PagedConnection) => {
    const { start, end, hasNext, hasPrevious } = rangeOf(connection);
    return {
      hasNextPage: hasNext,
      hasPreviousPage: hasPrevious,
      startCursor: end > start ? cursorAt(start + 1) : null,
      endCursor: end > start ? cursorAt(end) : null,
    };
  },
};
