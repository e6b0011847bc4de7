import { DateTime } from 'luxon';
import { Refusal, SimulatedServerError } from '../../../errors.ts';
import type { CreateFilter, SortKey } from './filter-and-sort.ts';

interface Publishable {
  id: number;
  publishedAt: string | null;
}

/** Returns the start of a day, in milliseconds since 1970, from any ISO 8601 format except a year alone. */
function parseDay(text: string | null): number {
  const date =
    text !== null && /^\d{4}-?\w/.test(text.trim()) ? DateTime.fromISO(text.trim(), { setZone: true }) : null;
  // The platform names this filter in the errors of both filters.
  if (!date?.isValid) throw new Refusal('Invalid date format for publishedBefore');
  return Date.UTC(date.year, date.month - 1, date.day);
}

const createPublicationFilter =
  (passes: (publishedAtMs: number, dayMs: number) => boolean): CreateFilter<Publishable> =>
  (text: string | null, store) => {
    const dayMs = parseDay(text);
    return ({ publishedAt }) => publishedAt !== null && passes(store.parseDateTime(publishedAt), dayMs);
  };

/** The filters of published records by the day of their publication. */
export const publicationFilters = {
  publishedBefore: createPublicationFilter((publishedAtMs, dayMs) => publishedAtMs <= dayMs),
  publishedSince: createPublicationFilter((publishedAtMs, dayMs) => publishedAtMs >= dayMs),
};

export const sortById: SortKey<{ id: number }> = { column: 'id', getValue: ({ id }) => id };

/** Sorts by time of publication. The store has times to the second; within a second, the higher id is later. */
export const sortByPublication: SortKey<Publishable> = {
  column: 'published_at',
  getValue: ({ id, publishedAt }, store) =>
    publishedAt && `${new Date(store.parseDateTime(publishedAt)).toISOString()} ${String(id).padStart(15, '0')}`,
};

/** Sorts by a field of the record. */
export const sortByField = <K extends string>(
  column: string,
  field: K,
): SortKey<Record<K, string | number | null>> => ({
  column,
  getValue: (record) => record[field],
});

/** Sorts by a value that is the same for all records, because the store does not have it. */
export const sortByConstant = (column: string): SortKey<unknown> => ({ column, getValue: () => 0 });

/** Returns the argument, or throws SimulatedServerError for null, which the platform does not expect here. */
export function requireNotNull<T>(argument: T | null, description: string): T {
  if (argument === null) throw new SimulatedServerError(`${description} is null`);
  return argument;
}

const specialCharacters = /[.*+?^${}()|[\]\\]/g;

/**
 * Creates a test for SQL's `ILIKE`: `%` matches any text, `_` any character, and upper and lower case are equal. A text matches
 * if it contains the pattern.
 */
export function createLikeMatcher(pattern: string | null): (text: string | undefined) => boolean {
  const parts = (pattern ?? '').match(/\\?[^]|\\$/gu) ?? [];
  // One expression for each text between two `%`: `[^]*` in an expression would try every way to divide the text.
  const segments: string[][] = [[]];
  for (const part of parts) {
    if (part === '%') segments.push([]);
    else segments.at(-1)!.push(part);
  }
  const expressions: RegExp[] = [];
  return (text) => {
    if (text === undefined) return false;
    let position = 0;
    for (const [index, segment] of segments.entries()) {
      if (segment.length === 0) continue;
      // An expression cannot have the length of a request.
      if (segment.length > text.length - position) return false;
      const expression = (expressions[index] ??= new RegExp(segment.map(sourceOf).join(''), 'giu'));
      expression.lastIndex = position;
      if (!expression.test(text)) return false;
      position = expression.lastIndex;
    }
    return true;
  };
}

function sourceOf(part: string): string {
  if (part === '_') return '[^]';
  const character = part.length > 1 && part.startsWith('\\') ? part.slice(1) : part;
  return character.replaceAll(specialCharacters, String.raw`\$&`);
}
