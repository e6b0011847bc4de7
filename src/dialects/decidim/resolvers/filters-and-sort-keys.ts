import { DateTime } from 'luxon';
import { Refusal } from '../../../errors.ts';
import type { CreateFilter, SortKey } from './filter-and-sort.ts';

/** A record with a time, in the format of the store. */
type Timed<F extends string> = { id: number } & Record<F, string | null>;

/** Returns the start of a day, in milliseconds since 1970, from any ISO 8601 format except a year alone. */
function parseDay(text: string | null, filterInErrors: string): number {
  const date =
    text !== null && /^\d{4}-?\w/.test(text.trim()) ? DateTime.fromISO(text.trim(), { setZone: true }) : null;
  if (!date?.isValid) throw new Refusal(`Invalid date format for ${filterInErrors}`);
  return Date.UTC(date.year, date.month - 1, date.day);
}

/**
 * Creates the filters of a time by day, inclusive on both sides: for `created` they are `createdBefore` and `createdSince`.
 * Errors name `filterInErrors`, whichever filter has the invalid date.
 */
export function createDayFilters<F extends string>(
  name: string,
  field: F,
  filterInErrors: string,
): Record<string, CreateFilter<Timed<F>>> {
  const createFilter =
    (passes: (timeMs: number, dayMs: number) => boolean): CreateFilter<Timed<F>> =>
    (text: string | null, store) => {
      const dayMs = parseDay(text, filterInErrors);
      return ({ [field]: time }) => time !== null && passes(store.parseDateTime(time), dayMs);
    };
  return {
    [`${name}Before`]: createFilter((timeMs, dayMs) => timeMs <= dayMs),
    [`${name}Since`]: createFilter((timeMs, dayMs) => timeMs >= dayMs),
  };
}

/** The filters of published records by the day of their publication. */
export const publicationFilters = createDayFilters('published', 'publishedAt', 'publishedBefore');

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

/** Sorts by a value that is the same for all records, because the store does not have it. */
export const sortByConstant = (column: string): SortKey<unknown> => ({ column, getValue: () => 0 });

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
