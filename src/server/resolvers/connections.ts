import { invalidCursor } from '../../errors.ts';

export interface ConnectionArguments {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
}

/** A list that is asked for by pages; what is asked of it is worked out when a field of the connection is. */
export interface Connection<T = unknown> {
  records: readonly T[];
  pagination: ConnectionArguments;
  /** No page is longer, whatever is asked for. */
  maxPageSize: number;
}

/** The cursor of the record at a position, counted from 1: its digits in Base64 without padding, as the platform's. */
const cursorAt = (position: number): string => Buffer.from(String(position)).toString('base64url');

function positionOf(cursor: string): number {
  const digits = Buffer.from(cursor, 'base64url').toString();
  if (!/^\d{1,15}$/.test(digits)) throw invalidCursor(cursor);
  return Number(digits);
}

/** The half-open range of positions, from 0, that a page shows, and whether there is more on either side. */
function rangeOf({ records, pagination, maxPageSize }: Connection) {
  const { first, last } = pagination;
  const low = pagination.after ? Math.min(positionOf(pagination.after), records.length) : 0;
  const high = pagination.before ? Math.min(positionOf(pagination.before) - 1, records.length) : records.length;
  let start = low;
  let end = Math.max(low, high);
  if (typeof first === 'number') end = Math.min(end, start + Math.max(first, 0));
  if (typeof last === 'number') start = Math.max(start, end - Math.max(last, 0));
  if (end - start > maxPageSize) {
    if (typeof last === 'number' && typeof first !== 'number') start = end - maxPageSize;
    else end = start + maxPageSize;
  }
  return { start, end, more: end < records.length, earlier: start > 0 };
}

const nodesOf = (connection: Connection) => {
  const { start, end } = rangeOf(connection);
  return connection.records.slice(start, end);
};

/** The resolvers of every connection type. */
export const Connection = {
  nodes: nodesOf,
  edges: (connection: Connection) => {
    const { start } = rangeOf(connection);
    return nodesOf(connection).map((node, index) => ({ cursor: cursorAt(start + index + 1), node }));
  },
  pageInfo: (connection: Connection) => {
    const { start, end, more, earlier } = rangeOf(connection);
    return {
      hasNextPage: more,
      hasPreviousPage: earlier,
      startCursor: end > start ? cursorAt(start + 1) : null,
      endCursor: end > start ? cursorAt(end) : null,
    };
  },
};
