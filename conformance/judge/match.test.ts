import assert from 'node:assert/strict';
import test from 'node:test';
import { findDifferences } from './match.ts';
import { fillPlaceholders, placeholdersIn } from '../cases/placeholders.ts';

const names = new Map<string, unknown>([
  ['meeting', '5'],
  ['meetings', 2],
]);

test('names are filled in as values, numbers and parts of texts', () => {
  const value = { a: { $: 'meetings' }, b: [{ $number: 'meeting' }], c: 'No. {{meeting}}', d: { $is: 'id' } };
  assert.deepEqual(fillPlaceholders(value, names), { a: 2, b: [5], c: 'No. 5', d: { $is: 'id' } });
  assert.deepEqual(placeholdersIn(value).toSorted(), ['meeting', 'meeting', 'meetings']);
  assert.throws(() => fillPlaceholders({ $: 'nope' }, names), /nope/);
});

for (const [pattern, matching, others] of [
  [1, [1], ['1', 2, null, undefined]],
  [null, [null], [undefined, 0, '', {}]],
  [{ a: 1 }, [{ a: 1 }], [{}, { a: 2 }, { a: 1, b: 2 }, [1], null, 'a']],
  [{ a: undefined }, [{ a: undefined }], [{}]],
  [[1, 2], [[1, 2]], [[2, 1], [1], [1, 2, 3], { 0: 1, 1: 2, length: 2 }]],
  [{ $is: 'id' }, ['5'], [5, 'x', '', null, undefined]],
  [{ $is: 'date-time' }, ['2027-03-12T18:00:00+00:00'], ['2027-03-12T18:00:00Z', 'soon', 1, null]],
  [{ $is: 'nothing that is known' }, [], ['5', 5]],
  [{ $text: '^@' }, ['@a'], ['a', 1, null]],
  [{ $not: '5' }, ['6', null], ['5', undefined]],
  [{ $set: [{ a: 1 }, 2] }, [[2, { a: 1 }]], [[2], [2, 2], [{ a: 1 }, 2, 2], null]],
  [{ $some: { a: 1 } }, [[0, { a: 1 }]], [[], [{ a: 2 }], null]],
  [{ $none: { a: 1 } }, [[], [{ a: 2 }]], [[{ a: 1 }], null, undefined]],
] as [unknown, unknown[], unknown[]][]) {
  test(`${JSON.stringify(pattern)} matches what it says, and nothing else`, () => {
    for (const value of matching) assert.deepEqual(findDifferences(pattern, value), []);
    for (const value of others) assert.notEqual(findDifferences(pattern, value).length, 0, JSON.stringify(value));
  });
}

test('a difference says where it is', () => {
  assert.deepEqual(findDifferences({ a: [{ b: 1 }] }, { a: [{ b: 2, c: 3 }] }), [
    { path: 'a.0.b', expected: 1, actual: 2 },
    { path: 'a.0.c', expected: undefined, actual: 3 },
  ]);
});
