import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedQuery } from '../../test/support/comparison-data.ts';
import { type Expectations, evaluateFidelity } from './verdict.ts';

const result = (name: string, sameOutcome: boolean, equal: boolean) => ({
  recorded: { ...recordedQuery('{ a }', { status: 200 }), name },
  sameOutcome,
  equal,
  differences: [],
});

const results = [result('a/1', true, true), result('a/2', true, false), result('b/1', false, false)];
const minimumCounts = { a: { total: 2, sameOutcome: 2, equal: 1 }, b: { total: 1, sameOutcome: 0, equal: 0 } };
const expectations: Expectations = {
  minimumCounts,
  knownDifferences: [],
  isProjectRecordings: true,
  isOwnServer: true,
};
const otherRecordings = { isProjectRecordings: false };
const otherServer = { isOwnServer: false };
const reason = 'The reason is not known.';

type Row = [name: string, changes: Partial<Expectations>, failures: string[], notes?: string[]];
const rows: Row[] = [
  ['passes if every group reaches its minimum counts', {}, []],
  [
    'fails if a group has fewer same outcomes than the minimum',
    { minimumCounts: { ...minimumCounts, b: { total: 1, sameOutcome: 1, equal: 0 } } },
    ['b: same outcome in 0 of 1 exchanges, the minimum is 1'],
  ],
  [
    'fails if a group of another server has fewer equal responses than the minimum',
    { minimumCounts: { ...minimumCounts, a: { total: 2, sameOutcome: 2, equal: 2 } }, ...otherServer },
    ['a: equal response in 1 of 2 exchanges, the minimum is 2'],
  ],
  [
    'fails if a group of other recordings has fewer equal responses than the minimum',
    { minimumCounts: { a: { total: 2, sameOutcome: 2, equal: 2 } }, ...otherRecordings },
    ['a: equal response in 1 of 2 exchanges, the minimum is 2'],
  ],
  [
    'notes that a minimum can be raised',
    { minimumCounts: { ...minimumCounts, a: { total: 2, sameOutcome: 1, equal: 1 } } },
    [],
    ['a: same outcome in 2 of 2 exchanges, the minimum is 1 and can be raised'],
  ],
  [
    'does not note that a minimum can be raised for another server',
    { minimumCounts: { ...minimumCounts, a: { total: 2, sameOutcome: 0, equal: 0 } }, ...otherServer },
    [],
  ],
  [
    'fails if a group has no minimum counts',
    { minimumCounts: { a: minimumCounts.a } },
    ['b: there are no minimum counts'],
  ],
  [
    'passes if a group of other recordings has no minimum counts',
    { minimumCounts: { a: minimumCounts.a }, ...otherRecordings },
    [],
  ],
  [
    'fails if a group has another number of exchanges than its minimum counts',
    { minimumCounts: { ...minimumCounts, a: { total: 3, sameOutcome: 2, equal: 1 } } },
    ['a: the minimum counts are for 3 exchanges, but there are 2'],
  ],
  [
    'passes if a group of other recordings has another number of exchanges',
    { minimumCounts: { a: { total: 3, sameOutcome: 3, equal: 3 } }, ...otherRecordings },
    [],
  ],
  [
    'fails if a group with minimum counts has no exchanges',
    { minimumCounts: { ...minimumCounts, c: minimumCounts.b } },
    ['c: there are minimum counts but no exchanges'],
  ],
  [
    'passes if a group is missing from other recordings',
    { minimumCounts: { ...minimumCounts, c: minimumCounts.b }, ...otherRecordings },
    [],
  ],
  ['passes if a known difference exists', { knownDifferences: [{ name: 'a/2', reason }] }, []],
  [
    'fails if a known difference no longer exists',
    { knownDifferences: [{ name: 'a/1', reason }] },
    ['the known difference of a/1 no longer exists'],
  ],
  [
    'passes if a known difference does not exist on another server',
    { knownDifferences: [{ name: 'a/1', reason }], ...otherServer },
    [],
  ],
  [
    'fails if a known difference names no exchange',
    { knownDifferences: [{ name: 'a/3', reason }] },
    ['the known difference of a/3 names no exchange'],
  ],
  [
    'passes if a known difference names no exchange of other recordings',
    { knownDifferences: [{ name: 'a/3', reason }], ...otherRecordings },
    [],
  ],
];

for (const [name, changes, failures, notes = []] of rows)
  test(name, () => assert.deepEqual(evaluateFidelity(results, { ...expectations, ...changes }), { failures, notes }));
