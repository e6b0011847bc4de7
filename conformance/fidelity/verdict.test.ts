import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedOf } from './compare.fixture.ts';
import { type Expectations, verdictOf } from './verdict.ts';

const result = (name: string, outcome: boolean, whole: boolean) => ({
  recorded: { ...recordedOf('{ a }', { status: 200 }), name },
  outcome,
  whole,
  differences: [],
});

const results = [result('a/1', true, true), result('a/2', true, false), result('b/1', false, false)];
const numbers = { a: { of: 2, outcome: 2, whole: 1 }, b: { of: 1, outcome: 0, whole: 0 } };
const reached: Expectations = { numbers, known: [], complete: true, ours: true };
const elsewhere = { complete: false };
const server = { ours: false };
const reason = 'It is not known which.';

type Row = [fact: string, given: Partial<Expectations>, faults: string[], notes?: string[]];
const rows: Row[] = [
  ['numbers that are reached are right', {}, []],
  [
    'an outcome that fell below is a fault',
    { numbers: { ...numbers, b: { of: 1, outcome: 1, whole: 0 } } },
    ['b: same outcome in 0 of 1, and the recorded number is 1'],
  ],
  [
    'whole answers that fell below are a fault, on another server too',
    { numbers: { ...numbers, a: { of: 2, outcome: 2, whole: 2 } }, ...server },
    ['a: whole answer equal in 1 of 2, and the recorded number is 2'],
  ],
  [
    'of a group in other recordings too',
    { numbers: { a: { of: 2, outcome: 2, whole: 2 } }, ...elsewhere },
    ['a: whole answer equal in 1 of 2, and the recorded number is 2'],
  ],
  [
    'a number that is exceeded is told',
    { numbers: { ...numbers, a: { of: 2, outcome: 1, whole: 1 } } },
    [],
    ['a: same outcome in 2 of 2, and the recorded number is 1: raise it'],
  ],
  ['but not of another server', { numbers: { ...numbers, a: { of: 2, outcome: 0, whole: 0 } }, ...server }, []],
  ['a group must have numbers', { numbers: { a: numbers.a } }, ['b: its numbers are not recorded']],
  ['a group of other recordings needs none', { numbers: { a: numbers.a }, ...elsewhere }, []],
  [
    'numbers are of so many exchanges',
    { numbers: { ...numbers, a: { of: 3, outcome: 2, whole: 1 } } },
    ['a: its numbers are of 3 exchanges, and there are 2'],
  ],
  [
    'other exchanges of that group need not reach them',
    { numbers: { a: { of: 3, outcome: 3, whole: 3 } }, ...elsewhere },
    [],
  ],
  ['a group must exist', { numbers: { ...numbers, c: numbers.b } }, ['c: it has recorded numbers, and no exchange']],
  ['but not in other recordings', { numbers: { ...numbers, c: numbers.b }, ...elsewhere }, []],
  ['a known difference that is there is right', { known: [{ name: 'a/2', reason }] }, []],
  [
    'a known difference that is gone is a fault',
    { known: [{ name: 'a/1', reason }] },
    ['the known difference of a/1 is gone: the answer is equal'],
  ],
  ['but not on another server', { known: [{ name: 'a/1', reason }], ...server }, []],
  [
    'a known difference names an exchange',
    { known: [{ name: 'a/3', reason }] },
    ['the known difference of a/3 names no exchange'],
  ],
  ['but not one of other recordings', { known: [{ name: 'a/3', reason }], ...elsewhere }, []],
];

for (const [fact, given, faults, notes = []] of rows)
  test(fact, () => assert.deepEqual(verdictOf(results, { ...reached, ...given }), { faults, notes }));
