import { type ValuePool, type ValuePools, omitted } from './pools/pool.ts';
import { type Deck, createDeck } from './deck.ts';

/** An attribute and its new value. */
export type AttributeChange = [name: string, value: unknown];

const changesPerRequest = [1, 2, 2, 3, 4, 6];

/** Deals the values of these pools for a scenario, a few at a time and at most one for each attribute. */
export function createAttempts(
  pools: ValuePools,
  scenario: keyof ValuePool,
  random: () => number,
): () => AttributeChange[] {
  const all = Object.entries(pools).flatMap(([name, pool]) =>
    (pool[scenario] ?? []).map((value): AttributeChange => [name, value]),
  );
  if (all.length === 0) return () => [];
  const deck = createDeck(all, random);
  // A crash hides every other effect of a request, so crashing values are tried alone.
  const changeCount: Deck<number> = scenario === 'crashing' ? () => 1 : createDeck(changesPerRequest, random);
  const attributeCount = new Set(all.map(([name]) => name)).size;
  const postponed: AttributeChange[] = [];
  return () => {
    const changes = new Map<string, AttributeChange>();
    const addOrPostpone = (change: AttributeChange) =>
      changes.has(change[0]) ? postponed.push(change) : changes.set(change[0], change);
    const wanted = Math.min(changeCount(), attributeCount);
    for (const change of postponed.splice(0))
      if (changes.size < wanted) addOrPostpone(change);
      else postponed.push(change);
    while (changes.size < wanted) addOrPostpone(deck());
    return [...changes.values()];
  };
}

/** Changes members of an object; an omitted member is removed. */
export const applyChanges = (members: Record<string, unknown>, changes: AttributeChange[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...members, ...Object.fromEntries(changes) }).filter(([, value]) => value !== omitted),
  );
