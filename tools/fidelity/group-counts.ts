import type { ComparedExchange } from './compare.ts';
import { groupOf } from './recorded-exchange.ts';

/** The number of exchanges of a group, and how many of them have the same outcome or an equal response. */
export interface GroupCounts {
  total: number;
  sameOutcome: number;
  equal: number;
}

/** Counts the exchanges of each group, in the order of the group names. */
export function countByGroup(results: ComparedExchange[]): Map<string, GroupCounts> {
  const groups = new Map<string, GroupCounts>();
  for (const { recorded, sameOutcome, equal } of results) {
    const group = groupOf(recorded);
    const counts = groups.get(group) ?? { total: 0, sameOutcome: 0, equal: 0 };
    groups.set(group, {
      total: counts.total + 1,
      sameOutcome: counts.sameOutcome + Number(sameOutcome),
      equal: counts.equal + Number(equal),
    });
  }
  return new Map([...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The sums of the counts of all groups. */
export function sumCounts(groups: Map<string, GroupCounts>): GroupCounts {
  const sum = (member: keyof GroupCounts) => [...groups.values()].reduce((total, counts) => total + counts[member], 0);
  return { total: sum('total'), sameOutcome: sum('sameOutcome'), equal: sum('equal') };
}
