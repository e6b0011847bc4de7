/** Numbers from 0 to 1, the same for the same seed: mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Deals members of a list in random order, each once before any comes again. */
export type Deck<T> = () => T;

/** A deck of these members, which must be some. */
export function createDeck<T>(members: readonly T[], random: () => number): Deck<T> {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = shuffled(members, random);
    return left.pop()!;
  };
}

function shuffled<T>(members: readonly T[], random: () => number): T[] {
  const order = [...members];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
