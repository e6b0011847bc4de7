import assert from 'node:assert/strict';
import test from 'node:test';
import { createRandom } from './random.ts';

test('generates the numbers of mulberry32', () => {
  // The first numbers of the published generator for the seed 0.
  const random = createRandom(0);
  assert.deepEqual([random(), random(), random()], [0.26642920868471265, 0.0003297457005828619, 0.2232720274478197]);
});
