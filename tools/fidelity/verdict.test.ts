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
const reached: Expectations = { minimumCounts, knownDifferences: [], isProjectRecordings: true, isOwnServer: true };
const elsewhere = { isProjectRecordings: false };
const server = { isOwnServer: false };
const reason = 'It is not known which.';

type Row = [fact: string, given: Partial<Expectations>, faults: string[], notes?: string[]];
const rows: Row[] = [
  ['numbers that are reached are right', {}, []],
  [
    'an outcome that fell below is a fault',
    { minimumCounts: { ...minimumCounts, b: { total: 1, sameOutcome: 1, equal: 0 } } },
    ['b: same outcome in 0 of 1, and the recorded number is 1'],
  ],
  [
    'equal answers that fell below are a fault, on another server too',
    { minimumCounts: { ...minimumCounts, a: { total: 2, sameOutcome: 2, equal: 2 } }, ...server },
    ['a: whole answer equal in 1 of 2, and the recorded number is 2'],
  ],
  [
    'of a group in other recordings too',
    { minimumCounts: { a: { total: 2, sameOutcome: 2, equal: 2 } }, ...elsewhere },
    ['a: whole answer equal in 1 of 2, and the recorded number is 2'],
  ],
  [
    'a number that is exceeded is told',
    { minimumCounts: { ...minimumCounts, a: { total: 2, sameOutcome: 1, equal: 1 } } },
    [],
    ['a: same outcome in 2 of 2, and the recorded number is 1: raise it'],
  ],
  [
    'but not of another server',
    { minimumCounts: { ...minimumCounts, a: { total: 2, sameOutcome: 0, equal: 0 } }, ...server },
    [],
  ],
  ['a group must have numbers', { minimumCounts: { a: minimumCounts.a } }, ['b: its numbers are not recorded']],
  ['a group of other recordings needs none', { minimumCounts: { a: minimumCounts.a }, ...elsewhere }, []],
  [
    'numbers are of so many exchanges',
    { minimumCounts: { ...minimumCounts, a: { total: 3, sameOutcome: 2, equal: 1 } } },
    ['a: its numbers are of 3 exchanges, and there are 2'],
  ],
  [
    'other exchanges of that group need not reach them',
    { minimumCounts: { a: { total: 3, sameOutcome: 3, equal: 3 } }, ...elsewhere },
    [],
  ],
  [
    'a group must exist',
    { minimumCounts: { ...minimumCounts, c: minimumCounts.b } },
    ['c: it has recorded numbers, and no exchange'],
  ],
  ['but not in other recordings', { minimumCounts: { ...minimumCounts, c: minimumCounts.b }, ...elsewhere }, []],
  ['a known difference that is there is right', { knownDifferences: [{ name: 'a/2', reason }] }, []],
  [
    'a known difference that is gone is a fault',
    { knownDifferences: [{ name: 'a/1', reason }] },
    ['the known difference of a/1 is gone: the answer is equal'],
  ],
  ['but not on another server', { knownDifferences: [{ name: 'a/1', reason }], ...server }, []],
  [
    'a known difference names an exchange',
    { knownDifferences: [{ name: 'a/3', reason }] },
    ['the known difference of a/3 names no exchange'],
  ],
  ['but not one of other recordings', { knownDifferences: [{ name: 'a/3', reason }], ...elsewhere }, []],
];

for (const [fact, given, faults, notes = []] of rows)
  test(fact, () => assert.deepEqual(evaluateFidelity(results, { ...reached, ...given }), { failures: faults, notes }));
