import { type Pools, leftOut } from './pools/pool.ts';
import { type Deck, deckOf } from './random.ts';

/** A member of an object, and the value that it is given. */
export type Change = [member: string, value: unknown];

/** How many values a request tries at once. */
const numbers = [1, 2, 2, 3, 4, 6];

/** What the pools of an input type hold for one kind of trial, dealt a few at a time, never two for one attribute. */
export function triesOf(pools: Pools, trial: string, random: () => number): () => Change[] {
  const all = Object.entries(pools).flatMap(([name, pool]) =>
    (pool[trial as 'judged'] ?? []).map((value): Change => [name, value]),
  );
  if (all.length === 0) return () => [];
  const deck = deckOf(all, random);
  // What fails hides the rest of its request, so it is tried alone.
  const number: Deck<number> = trial === 'failing' ? () => 1 : deckOf(numbers, random);
  const most = new Set(all.map(([name]) => name)).size;
  const held: Change[] = [];
  return () => {
    const taken = new Map<string, Change>();
    const take = (change: Change) => (taken.has(change[0]) ? held.push(change) : taken.set(change[0], change));
    const wanted = Math.min(number(), most);
    for (const change of held.splice(0))
      if (taken.size < wanted) take(change);
      else held.push(change);
    while (taken.size < wanted) take(deck());
    return [...taken.values()];
  };
}

/** An object with these members changed; those that are left out are gone. */
export const withChanges = (members: Record<string, unknown>, changes: Change[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...members, ...Object.fromEntries(changes) }).filter(([, value]) => value !== leftOut),
  );
