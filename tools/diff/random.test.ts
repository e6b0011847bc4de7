import assert from 'node:assert/strict';
import test from 'node:test';
import { createDeck, createRandom } from './random.ts';

const members = Array.from({ length: 20 }, (_, index) => index);
const deal = (seed: number, count: number): number[] => {
  const deck = createDeck(members, createRandom(seed));
  return Array.from({ length: count }, deck);
};

test('generates the numbers of mulberry32', () => {
  // The first numbers of the published generator for the seed 0.
  const random = createRandom(0);
  assert.deepEqual([random(), random(), random()], [0.26642920868471265, 0.0003297457005828619, 0.2232720274478197]);
});

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
