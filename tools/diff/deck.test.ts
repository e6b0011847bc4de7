import assert from 'node:assert/strict';
import test from 'node:test';
import { createRandom } from '../../src/random.ts';
import { createDeck } from './deck.ts';

const members = Array.from({ length: 20 }, (_, index) => index);
const deal = (seed: number, count: number): number[] => {
  const deck = createDeck(members, createRandom(seed));
  return Array.from({ length: count }, deck);
};

test('a deck deals every member once before it repeats any', () => {
  const all = deal(1, 60);
  for (const round of [all.slice(0, 20), all.slice(20, 40), all.slice(40)])
    assert.deepEqual(
      round.toSorted((one, other) => one - other),
      members,
    );
  assert.notDeepEqual(all.slice(0, 20), all.slice(20, 40));
});

test('a deck deals the same order for the same seed only', () => {
  assert.deepEqual(deal(7, 40), deal(7, 40));
  assert.notDeepEqual(deal(7, 20), deal(8, 20));
});
