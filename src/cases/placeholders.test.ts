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

test('fills the names of members', () => {
  assert.deepEqual(fillPlaceholders({ '{{meeting}}': 'Yes' }, placeholders), { 5: 'Yes' });
  assert.deepEqual(placeholdersIn({ '{{meeting}}': 'Yes' }), ['meeting']);
});

test('writes an instant in the time zone of the target, if it is known', () => {
  const timed = { startTime: { $time: '2031-03-12T18:00:00Z' } };
  const inMadrid = new Map([...placeholders, ['timeZone', 'Europe/Madrid']]);
  assert.deepEqual(fillPlaceholders(timed, inMadrid), { startTime: '2031-03-12T19:00:00+01:00' });
  assert.deepEqual(fillPlaceholders(timed, placeholders), timed);
});
