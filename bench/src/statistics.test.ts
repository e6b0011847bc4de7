import assert from 'node:assert/strict';
import test from 'node:test';
import { quantile, summarize, summarizeRatios } from './statistics.mjs';

const medians: [number[], number][] = [
  [[7], 7],
  [[9, 1, 5], 5],
  [[1, 10, 2, 3], 2.5],
  // As texts, 10 would be sorted before 9.
  [[10, 9, 11], 10],
];
for (const [values, median] of medians)
  test(`the median of ${values.join(', ')} is ${median}`, () => {
    assert.equal(quantile(values, 0.5), median);
  });

test('the 99th percentile of 0 to 1000 is 990', () => {
  const values = Array.from({ length: 1001 }, (_, index) => 1000 - index);
  assert.equal(quantile(values, 0.99), 990);
});

test('a summary has the lowest value, the median and the highest value, and leaves the list as it is', () => {
  const values = [30, 4, 100];
  assert.deepEqual(summarize(values), { min: 4, median: 30, max: 100 });
  assert.deepEqual(values, [30, 4, 100]);
});

test('there is no summary without values', () => {
  assert.equal(summarize([]), undefined);
});

test('ratios are formed within each round, not between the medians', () => {
  assert.deepEqual(summarizeRatios([10, 200, 3000], [10, 100, 10_000]), { min: 0.3, median: 1, max: 2 });
});

test('there is no ratio to a server that was not measured', () => {
  assert.equal(summarizeRatios([1, 2], []), undefined);
  assert.equal(summarizeRatios([], [1, 2]), undefined);
});
