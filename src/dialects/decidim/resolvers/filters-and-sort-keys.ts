import { DateTime } from 'luxon';
import { SimulatedServerError, Refusal } from '../../../errors.ts';
import type { Store } from '../../../store/store.ts';
import type { CreateFilter, SortKey } from './filter-and-sort.ts';

interface Published {
  id: number;
  publishedAt: string | null;
}

/** The first moment of a day that is given in any form of ISO 8601, but a year alone. */
function dayOf(text: string | null): number {
  const date =
    text !== null && /^\d{4}-?\w/.test(text.trim()) ? DateTime.fromISO(text.trim(), { setZone: true }) : null;
  // Both filters say the name of the one.
  if (!date?.isValid) throw new Refusal('Invalid date format for publishedBefore');
  return Date.UTC(date.year, date.month - 1, date.day);
}

const published =
  (holds: (moment: number, day: number) => boolean): CreateFilter<Published> =>
  (asked: string | null, store) => {
    const day = dayOf(asked);
    return ({ publishedAt }) => publishedAt !== null && holds(store.parseDateTime(publishedAt), day);
  };

/** The filters of lists of what is published, by day. */
export const publicationFilters = {
  publishedBefore: published((moment, day) => moment < day),
  publishedSince: published((moment, day) => moment >= day),
};

/** By id. */
export const sortById: SortKey<{ id: number }> = { column: 'id', getValue: ({ id }) => id };

/** By the moment of publication. Moments are kept to the second: of two in the same one the higher id came later. */
export const sortByPublication: SortKey<Published> = {
  column: 'published_at',
  getValue: ({ id, publishedAt }, store: Store) =>
    publishedAt && `${new Date(store.parseDateTime(publishedAt)).toISOString()} ${String(id).padStart(15, '0')}`,
};

/** By a text or number that a record holds under this name. */
export const sortByField = <K extends string>(
  column: string,
  field: K,
): SortKey<Record<K, string | number | null>> => ({
  column,
  getValue: (record) => record[field],
});

/** By a number that is the same for all: nothing is kept of it. */
export const sortByConstant = (column: string): SortKey<unknown> => ({ column, getValue: () => 0 });

/** What is asked for, or a crash: the platform cannot do with null here. */
export function requireNotNull<T>(asked: T | null, what: string): T {
  if (asked === null) throw new SimulatedServerError(`${what} that is null`);
  return asked;
}

const special = /[.*+?^${}()|[\]\\]/g;

/** Whether a text holds a pattern of SQL, in which `%` is any text and `_` any character, in upper or lower case. */
export function createLikeMatcher(pattern: string | null): (text: string | undefined) => boolean {
  const source = [...(pattern ?? '').matchAll(/\\?[^]|\\$/gu)].map(([part]) => {
    if (part === '%') return '[^]*';
    if (part === '_') return '[^]';
    return (part.length > 1 && part.startsWith('\\') ? part.slice(1) : part).replaceAll(special, String.raw`\$&`);
  });
  const expression = new RegExp(source.join(''), 'iu');
  return (text) => text !== undefined && expression.test(text);
}
