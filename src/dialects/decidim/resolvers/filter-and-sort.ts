import { SimulatedServerError, Refusal } from '../../../errors.ts';
import type { Store } from '../../../store/store.ts';

/** The arguments of a list; those that are not given are not there, and null is another thing. */
export interface ListArguments {
  filter?: Record<string, unknown> | null;
  order?: Record<string, string | null> | null;
}

/** What a list can be ordered by: the platform's name of it, for refusals, and the value of a record. */
export interface SortKey<T> {
  column: string;
  getValue(record: T, store: Store, locale: string): number | string | null | undefined;
}

/** What keeps a record in a list; made from what is asked for. */
export type CreateFilter<T> = (asked: never, store: Store, locale: string) => (record: T) => boolean;

/** What a list can be filtered and ordered by, under the names of its arguments. */
export interface ListCriteria<T> {
  filters: Record<string, CreateFilter<T>>;
  sortKeys: Record<string, SortKey<T>>;
}

const directions: Record<string, number> = { asc: 1, desc: -1 };

/** The locale that names are taken in: the organization's default where none, or a blank one, is asked for. */
function localeOf(asked: Record<string, unknown>, { organization }: Store): string {
  if (!('locale' in asked)) return organization.defaultLocale;
  const locale = String(asked['locale'] ?? '');
  if (organization.locales.includes(locale)) return locale;
  throw new Refusal(`${locale} locale is not used in the organization`);
}

/** Compares two records by their values, those without one last; the other way round as a whole. */
function compare<T extends { id: number }>({ getValue }: SortKey<T>, direction: number, store: Store, locale: string) {
  return (a: T, b: T): number => {
    const [left, right] = [getValue(a, store, locale) ?? null, getValue(b, store, locale) ?? null];
    if (left === right) return 0;
    if (left === null || right === null) return direction * (left === null ? 1 : -1);
    return direction * (left < right ? -1 : 1);
  };
}

function comparisons<T extends { id: number }>(
  asked: NonNullable<ListArguments['order']>,
  rules: ListCriteria<T>,
  store: Store,
) {
  const locale = localeOf(asked, store);
  return Object.entries(asked)
    .filter(([name]) => name !== 'locale')
    .map(([name, value]) => {
      const order = rules.sortKeys[name]!;
      if (value === null) throw new SimulatedServerError(`an order by ${name} that is null`);
      const direction = directions[value.toLowerCase()];
      if (direction) return compare(order, direction, store, locale);
      const received = JSON.stringify(value);
      throw new Refusal(`Invalid order value for :${order.column}, only ASC or DESC are valids (received ${received})`);
    });
}

/** The records of a list as they are asked for; without an order they stay in theirs, and with one ids decide in the end. */
export function filterAndSort<T extends { id: number }>(
  records: readonly T[],
  { filter, order }: ListArguments,
  rules: ListCriteria<T>,
  store: Store,
): readonly T[] {
  const filterLocale = filter ? localeOf(filter, store) : '';
  const compares = order ? comparisons(order, rules, store) : [];
  const conditions = Object.entries(filter ?? {})
    .filter(([name]) => name !== 'locale')
    .map(([name, asked]) => rules.filters[name]!(asked as never, store, filterLocale));
  const kept = conditions.length > 0 ? records.filter((record) => conditions.every((holds) => holds(record))) : records;
  if (!order) return kept;
  return kept.toSorted((a, b) => firstThatDiffers(compares, a, b) || a.id - b.id);
}

const firstThatDiffers = <T>(compares: ((a: T, b: T) => number)[], a: T, b: T): number => {
  for (const each of compares) {
    const difference = each(a, b);
    if (difference !== 0) return difference;
  }
  return 0;
};
