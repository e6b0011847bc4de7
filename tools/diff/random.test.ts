import assert from 'node:assert/strict';
import test from 'node:test';
import { createDeck, createRandom } from './random.ts';

const members = Array.from({ length: 20 }, (_, index) => index);
const dealt = (seed: number, count: number): number[] => {
  const deck = createDeck(members, createRandom(seed));
  return Array.from({ length: count }, deck);
};

test('numbers are those of mulberry32, from 0 to 1', () => {
  // What the published generator gives for the seed 0.
  const random = createRandom(0);
  assert.deepEqual([random(), random(), random()], [0.26642920868471265, 0.0003297457005828619, 0.2232720274478197]);
});

test('a deck deals every member once before any comes again', () => {
  const all = dealt(1, 60);
  for (const round of [all.slice(0, 20), all.slice(20, 40), all.slice(40)])
    assert.deepEqual(
      round.toSorted((one, other) => one - other),
      members,
    );
  assert.notDeepEqual(all.slice(0, 20), all.slice(20, 40));
});

test('the same seed deals the same, another one something else', () => {
  assert.deepEqual(dealt(7, 40), dealt(7, 40));
  assert.notDeepEqual(dealt(7, 20), dealt(8, 20));
});
