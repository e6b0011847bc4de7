/** Deals the members of a list in random order, each once before any is repeated. */
export type Deck<T> = () => T;

/** Creates a deck of a list that is not empty. */
export function createDeck<T>(members: readonly T[], random: () => number): Deck<T> {
  let remaining: T[] = [];
  return () => {
    if (remaining.length === 0) remaining = shuffle(members, random);
    return remaining.pop()!;
  };
}

function shuffle<T>(members: readonly T[], random: () => number): T[] {
  const shuffled = [...members];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return shuffled;
}
