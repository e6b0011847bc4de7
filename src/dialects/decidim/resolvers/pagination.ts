import { invalidCursor } from '../../../errors.ts';
import type { ConnectionSource as Asked } from '../../../server/resolvers/connections.ts';

/** A list that is asked for by pages, and the page once its records were read. */
interface Connection extends Asked {
  read?: Page;
}

/** Records and the number before the first of them, counted from 0; undefined when there cannot be any. */
interface Page {
  records: readonly unknown[];
  before: number | undefined;
}

const cursorAt = (position: number): string => Buffer.from(String(position)).toString('base64url');

const leadingNumber = /^\s*([+-]?\d+)/;

/** The number that a cursor stands for: 0 when it begins with none; a text that is no Base64 is refused. */
function positionOf(cursor: string | null | undefined): number | undefined {
  if (!cursor) return undefined;
  const bytes = Buffer.from(cursor, 'base64url');
  const plain = cursor.replaceAll('+', '-').replaceAll('/', '_');
  const given = plain.endsWith('=') && plain.length % 4 === 0 ? plain.replace(/={1,2}$/, '') : plain;
  if (bytes.toString('base64url') !== given) throw invalidCursor(cursor);
  return Number(leadingNumber.exec(bytes.toString('latin1'))?.[1] ?? 0);
}

const within = (asked: number | null | undefined, longest: number): number | undefined =>
  typeof asked === 'number' ? Math.min(Math.max(asked, 0), longest) : undefined;

/** The positions that the cursors leave, and how many records are asked for at most from either end. */
function boundsOf({ pagination, maxPageSize }: Connection) {
  const after = positionOf(pagination.after);
  const before = positionOf(pagination.before);
  const last = within(pagination.last, maxPageSize);
  const first = within(pagination.first, maxPageSize) ?? (last === undefined ? maxPageSize : undefined);
  const crossed = before !== undefined && after !== undefined && after >= before;
  // A negative limit is none.
  const between = before === undefined ? undefined : before - (after ?? 0) - 1;
  return { after, before, first, last, crossed, offset: after ?? 0, between };
}

const slice = (records: readonly unknown[], offset: number, limit: number | undefined): readonly unknown[] => {
  const start = Math.max(offset, 0);
  return records.slice(start, limit === undefined || limit < 0 ? undefined : start + limit);
};

/** The platform's way to a page: the cursors first, then `first`, then `last` of what is left. */
function pageOf(connection: Connection): Page {
  const { first, last, crossed, offset, between } = boundsOf(connection);
  if (crossed) return { records: [], before: undefined };
  let before = offset;
  let limit = first !== undefined && (between === undefined || between > first) ? first : between;
  if (last !== undefined) {
    const count = limit ?? slice(connection.records, offset, between).length;
    if (limit === undefined || last <= limit) {
      before += count - Math.min(last, Math.max(count, 0));
      limit = last;
    }
  }
  return { records: slice(connection.records, before, limit), before };
}

const read = (connection: Connection): Page => (connection.read ??= pageOf(connection));

const cursorOf = ({ records, before }: Page, index: number): string | null =>
  records.length > 0 ? cursorAt((before ?? 0) + index + 1) : null;

/** Asked before the records are read, the platform counts those after the cursors; else it looks at what was read. */
function hasNextPage(connection: Connection): boolean {
  const { before, first, offset, between, crossed } = boundsOf(connection);
  if (before !== undefined && before > 0) return true;
  if (first === undefined || (connection.read && connection.read.records.length < first)) return false;
  return !crossed && slice(connection.records, offset, between).length > first;
}

function hasPreviousPage(connection: Connection): boolean {
  const { after, last } = boundsOf(connection);
  if (after !== undefined && after > 0) return true;
  if (last === undefined) return false;
  const { before } = pageOf(connection);
  return before !== undefined && before !== 0;
}

/** The resolvers of every connection type. */
export const Connection = {
  nodes: (connection: Connection) => read(connection).records,
  edges: (connection: Connection) => {
    const page = read(connection);
    return page.records.map((node, index) => ({ node, cursor: cursorOf(page, index) }));
  },
  // Each is worked out, or refused, at its own field.
  pageInfo: (connection: Connection) => ({
    hasNextPage: () => hasNextPage(connection),
    hasPreviousPage: () => hasPreviousPage(connection),
    startCursor: () => cursorOf(read(connection), 0),
    endCursor: () => cursorOf(read(connection), read(connection).records.length - 1),
  }),
};
