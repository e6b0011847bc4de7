import { type ValuePools, omitted } from './pools/pool.ts';
import { type Deck, createDeck } from './random.ts';

/** A member of an object, and the value that it is given. */
export type AttributeChange = [member: string, value: unknown];

/** How many values a request tries at once. */
const numbers = [1, 2, 2, 3, 4, 6];

/** What the pools of an input type hold for one kind of trial, dealt a few at a time, never two for one attribute. */
export function createAttempts(pools: ValuePools, trial: string, random: () => number): () => AttributeChange[] {
  const all = Object.entries(pools).flatMap(([name, pool]) =>
    (pool[trial as 'judged'] ?? []).map((value): AttributeChange => [name, value]),
  );
  if (all.length === 0) return () => [];
  const deck = createDeck(all, random);
  // What fails hides the rest of its request, so it is tried alone.
  const number: Deck<number> = trial === 'failing' ? () => 1 : createDeck(numbers, random);
  const most = new Set(all.map(([name]) => name)).size;
  const held: AttributeChange[] = [];
  return () => {
    const taken = new Map<string, AttributeChange>();
    const take = (change: AttributeChange) => (taken.has(change[0]) ? held.push(change) : taken.set(change[0], change));
    const wanted = Math.min(number(), most);
    for (const change of held.splice(0))
      if (taken.size < wanted) take(change);
      else held.push(change);
    while (taken.size < wanted) take(deck());
    return [...taken.values()];
  };
}

/** An object with these members changed; those that are left out are gone. */
export const applyChanges = (members: Record<string, unknown>, changes: AttributeChange[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...members, ...Object.fromEntries(changes) }).filter(([, value]) => value !== omitted),
  );
