import assert from 'node:assert/strict';
import test from 'node:test';
import { createMemoryStore, recordFields } from '../../../../test/support/stores.ts';
import { demoWorld } from '../../../../test/support/test-server.ts';
import { resultProgress } from './results.ts';

// Weight and progress of the children, and the platform's progress of the parent.
const rows: [string, [number, number | null][], number | null][] = [
  ['the stored value without children', [], 50],
  ['the progress of its only child times the weight', [[2, 100]], 200],
  ['the rounded progress of its only child with the weight 1', [[1, 33.333]], 33.33],
  [
    'the sum if no child has the weight 1',
    [
      [2, 50],
      [3, 10],
    ],
    130,
  ],
  [
    'the mean if a child has the weight 1',
    [
      [1, 50],
      [3, 10],
    ],
    30,
  ],
  [
    'a sum in which a child without progress counts as 0',
    [
      [2, 50],
      [3, null],
    ],
    100,
  ],
  [
    'the mean of the children that have progress',
    [
      [1, 50],
      [3, null],
    ],
    50,
  ],
  ['0 if its only child has no progress', [[1, null]], 0],
  [
    'null if no child has progress',
    [
      [1, null],
      [1, null],
    ],
    null,
  ],
];
for (const [name, children, expected] of rows) {
  test(`the progress of a result is ${name}`, () => {
    const store = createMemoryStore(demoWorld);
    store.update((transaction) => {
      transaction.update('results', 2, { parentId: null });
      const child = recordFields(store, 'results', 2);
      for (const [weight, childProgress] of children)
        transaction.create('results', { ...child, parentId: 1, weight, progress: childProgress });
    });
    assert.equal(resultProgress(store.find('results', 1)!, store), expected);
  });
}
