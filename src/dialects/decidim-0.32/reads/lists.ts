import { Crash, Refusal } from '../../../errors.ts';
import type { Store } from '../../../store/store.ts';

/** The arguments of a list; those that are not given are not there, and null is another thing. */
export interface ListArguments {
  filter?: Record<string, unknown> | null;
  order?: Record<string, string | null> | null;
}

/** What a list can be ordered by: the platform's name of it, for refusals, and the value of a record. */
export interface Order<T> {
  column: string;
  of(record: T, store: Store, locale: string): number | string | null | undefined;
}

/** What keeps a record in a list; made from what is asked for. */
export type Filter<T> = (asked: never, store: Store, locale: string) => (record: T) => boolean;

/** What a list can be filtered and ordered by, under the names of its arguments. */
export interface ListRules<T> {
  filters: Record<string, Filter<T>>;
  orders: Record<string, Order<T>>;
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
function compare<T extends { id: number }>({ of }: Order<T>, direction: number, store: Store, locale: string) {
  return (a: T, b: T): number => {
    const [left, right] = [of(a, store, locale) ?? null, of(b, store, locale) ?? null];
    if (left === right) return 0;
    if (left === null || right === null) return direction * (left === null ? 1 : -1);
    return direction * (left < right ? -1 : 1);
  };
}

function comparisons<T extends { id: number }>(
  asked: NonNullable<ListArguments['order']>,
  rules: ListRules<T>,
  store: Store,
) {
  const locale = localeOf(asked, store);
  return Object.entries(asked)
    .filter(([name]) => name !== 'locale')
    .map(([name, value]) => {
      const order = rules.orders[name]!;
      if (value === null) throw new Crash(`an order by ${name} that is null`);
      const direction = directions[value.toLowerCase()];
      if (direction) return compare(order, direction, store, locale);
      const received = JSON.stringify(value);
      throw new Refusal(`Invalid order value for :${order.column}, only ASC or DESC are valids (received ${received})`);
    });
}

/** The records of a list as they are asked for; without an order they stay in theirs, and with one ids decide in the end. */
export function listOf<T extends { id: number }>(
  records: readonly T[],
  { filter, order }: ListArguments,
  rules: ListRules<T>,
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
