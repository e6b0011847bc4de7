import { Refusal, SimulatedServerError } from '../../../errors.ts';
import type { Store } from '../../../store/store.ts';

/** The arguments of a list. An omitted member and null are different. */
export interface ListArguments {
  filter?: Record<string, unknown> | null;
  order?: Record<string, string | null> | null;
}

/** A sort key of a list: the platform's name of the column, for error messages, and the value of a record. */
export interface SortKey<T> {
  column: string;
  getValue(record: T, store: Store, locale: string): number | string | null | undefined;
}

/** Creates the test of a filter from the filter's argument. */
export type CreateFilter<T> = (argument: never, store: Store, locale: string) => (record: T) => boolean;

/** The filters and sort keys of a list, by the names of their arguments. */
export interface ListCriteria<T> {
  filters: Record<string, CreateFilter<T>>;
  /** The filters that are a server error if they are null, before anything is said of the order. */
  filtersFailingOnNull?: string[];
  sortKeys: Record<string, SortKey<T>>;
}

const directions = new Map([
  ['asc', 1],
  ['desc', -1],
]);

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

function createCompares<T>(
  order: NonNullable<ListArguments['order']>,
  { sortKeys }: ListCriteria<T>,
  store: Store,
): Compare<T>[] {
  const locale = localeOf(order, store);
  return Object.entries(order)
    .filter(([name]) => name !== 'locale')
    .map(([name, value]) => {
      const sortKey = sortKeys[name]!;
      if (value === null) throw new SimulatedServerError(`the order by ${name} is null`);
      const direction = directions.get(value.toLowerCase());
      if (direction) return createCompare(sortKey, direction, store, locale);
      const received = JSON.stringify(value);
      throw new Refusal(
        `Invalid order value for :${sortKey.column}, only ASC or DESC are valids (received ${received})`,
      );
    });
}

/** Filters and sorts the records of a list. Without `order` they keep their order; with it, equal records are in the order of ids. */
export function filterAndSort<T extends { id: number }>(
  records: readonly T[],
  { filter, order }: ListArguments,
  criteria: ListCriteria<T>,
  store: Store,
): readonly T[] {
  const filterLocale = filter ? localeOf(filter, store) : '';
  const failing = criteria.filtersFailingOnNull?.find((name) => filter?.[name] === null);
  if (failing !== undefined) throw new SimulatedServerError(`the filter ${failing} is null`);
  const compares = order ? createCompares(order, criteria, store) : [];
  const tests = Object.entries(filter ?? {})
    .filter(([name]) => name !== 'locale')
    .map(([name, argument]) => criteria.filters[name]!(argument as never, store, filterLocale));
  const filtered = tests.length > 0 ? records.filter((record) => tests.every((passes) => passes(record))) : records;
  return order ? filtered.toSorted((a, b) => firstDifference(compares, a, b) || a.id - b.id) : filtered;
}

function firstDifference<T>(compares: Compare<T>[], a: T, b: T): number {
  for (const compare of compares) {
    const difference = compare(a, b);
    if (difference !== 0) return difference;
  }
  return 0;
}
