import assert from 'node:assert/strict';
import test from 'node:test';
import { fillPlaceholders, placeholdersIn } from './placeholders.ts';

const placeholders = new Map<string, unknown>([
  ['meeting', '5'],
  ['meetings', 2],
]);
const value = { a: { $: 'meetings' }, b: [{ $number: 'meeting' }], c: 'No. {{meeting}}', d: { $is: 'id' } };

test('fills placeholders as values, as numbers and in strings', () => {
  assert.deepEqual(fillPlaceholders(value, placeholders), { a: 2, b: [5], c: 'No. 5', d: { $is: 'id' } });
});

test('lists the placeholders of a value', () => {
  assert.deepEqual(placeholdersIn(value).toSorted(), ['meeting', 'meeting', 'meetings']);
});

test('throws for an unknown placeholder', () => {
  assert.throws(() => fillPlaceholders({ $: 'nope' }, placeholders), /unknown placeholder nope/);
});
