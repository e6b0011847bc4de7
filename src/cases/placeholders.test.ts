import assert from 'node:assert/strict';
import test from 'node:test';
import { fillPlaceholders, fillVariables, placeholdersIn } from './placeholders.ts';

const placeholders = new Map<string, unknown>([
  ['meeting', '5'],
  ['slug', 'budget'],
  ['run', 'r1'],
]);

for (const [value, filled, sent = filled] of [
  ['$meeting', '5', 5],
  ['$slug', 'budget'],
  ['No. ${meeting}', 'No. 5'],
  ['${meeting}', '5'],
  ['$$meeting costs $5, $$', '$meeting costs $5, $'],
  ['query ($meeting: ID!)', 'query ($meeting: ID!)'],
  [{ $slug: ['$meeting'] }, { budget: ['5'] }, { budget: [5] }],
  [{ $is: 'id' }, { $is: 'id' }],
] as [unknown, unknown, unknown?][])
  test(`fills ${JSON.stringify(value)}`, () => {
    assert.deepEqual(fillPlaceholders(value, placeholders), filled);
    assert.deepEqual(fillVariables({ value }, placeholders), { value: sent });
  });

test('lists the placeholders of a value', () => {
  const value = { $slug: ['$meeting', '${run} and $run'], b: { $text: '^a$' } };
  assert.deepEqual(placeholdersIn(value).toSorted(), ['meeting', 'run', 'slug']);
});

test('throws for an unknown placeholder', () => {
  assert.throws(() => fillPlaceholders('$nope', placeholders), /unknown placeholder nope/);
});

test('writes an instant in the time zone of the target, if it is known', () => {
  const timed = { startTime: { $time: '2031-03-12T18:00:00Z' } };
  const inMadrid = new Map([...placeholders, ['timeZone', 'Europe/Madrid']]);
  assert.deepEqual(fillPlaceholders(timed, inMadrid), { startTime: '2031-03-12T19:00:00+01:00' });
  assert.deepEqual(fillPlaceholders(timed, placeholders), timed);
});
