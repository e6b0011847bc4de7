import type { ComparedExchange } from './compare.ts';
import { groupOf } from './recorded-exchange.ts';

/** How many exchanges a group has, and how many of them were the same. */
export interface GroupCounts {
  total: number;
  sameOutcome: number;
  equal: number;
}

/** The figures of each group, by its name. */
export function countByGroup(results: ComparedExchange[]): Map<string, GroupCounts> {
  const groups = new Map<string, GroupCounts>();
  for (const { recorded, sameOutcome, equal } of results) {
    const group = groupOf(recorded);
    const numbers = groups.get(group) ?? { total: 0, sameOutcome: 0, equal: 0 };
    groups.set(group, {
      total: numbers.total + 1,
      sameOutcome: numbers.sameOutcome + Number(sameOutcome),
      equal: numbers.equal + Number(equal),
    });
  }
  return new Map([...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The figures of all groups together. */
export function sumCounts(groups: Map<string, GroupCounts>): GroupCounts {
  const sum = (member: keyof GroupCounts) =>
    [...groups.values()].reduce((total, numbers) => total + numbers[member], 0);
  return { total: sum('total'), sameOutcome: sum('sameOutcome'), equal: sum('equal') };
}
