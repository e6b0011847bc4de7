import assert from 'node:assert/strict';
import test from 'node:test';
import { createMemoryStore } from '../../../store/open.ts';
import { demoWorld } from '../../../../test/support/test-server.ts';
import { resultProgress } from './result-progress.ts';

// Weight and progress of the children, and what the platform then has as their parent's.
const rows: [string, [number, number | null][], number | null][] = [
  ['no child: what was stored', [], 50],
  ['one child counts by its weight', [[2, 100]], 200],
  ['one child of weight 1', [[1, 33.333]], 33.33],
  [
    'children of which none weighs 1 are added up',
    [
      [2, 50],
      [3, 10],
    ],
    130,
  ],
  [
    'children of which one weighs 1 are averaged',
    [
      [1, 50],
      [3, 10],
    ],
    30,
  ],
  [
    'a child without progress counts as 0 in a sum',
    [
      [2, 50],
      [3, null],
    ],
    100,
  ],
  [
    'a child without progress is left out of an average',
    [
      [1, 50],
      [3, null],
    ],
    50,
  ],
  ['one child without progress is 0', [[1, null]], 0],
  [
    'nothing is known of any child',
    [
      [1, null],
      [1, null],
    ],
    null,
  ],
];
for (const [name, children, expected] of rows) {
  test(`progress: ${name}`, () => {
    const store = createMemoryStore(demoWorld);
    store.update((draft) => {
      draft.update('results', 2, { parentId: null });
      const child = store.find('results', 2)!;
      for (const [weight, done] of children) draft.create('results', { ...child, parentId: 1, weight, progress: done });
    });
    assert.equal(resultProgress(store.find('results', 1)!, store), expected);
  });
}
