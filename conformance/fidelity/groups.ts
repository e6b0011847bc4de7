import type { Compared } from './compare.ts';
import { groupOf } from './recorded.ts';

/** How many exchanges a group has, and how many of them were the same. */
export interface Numbers {
  of: number;
  outcome: number;
  whole: number;
}

/** The figures of each group, by its name. */
export function numbersOf(results: Compared[]): Map<string, Numbers> {
  const groups = new Map<string, Numbers>();
  for (const { recorded, outcome, whole } of results) {
    const group = groupOf(recorded);
    const numbers = groups.get(group) ?? { of: 0, outcome: 0, whole: 0 };
    groups.set(group, {
      of: numbers.of + 1,
      outcome: numbers.outcome + Number(outcome),
      whole: numbers.whole + Number(whole),
    });
  }
  return new Map([...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The figures of all groups together. */
export function totalOf(groups: Map<string, Numbers>): Numbers {
  const sum = (member: keyof Numbers) => [...groups.values()].reduce((total, numbers) => total + numbers[member], 0);
  return { of: sum('of'), outcome: sum('outcome'), whole: sum('whole') };
}
