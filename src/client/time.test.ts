import assert from 'node:assert/strict';
import test from 'node:test';
import { formatTime, isTimeZone } from './time.ts';

for (const [zone, text] of [
  ['UTC', '2031-03-12T18:00:00+00:00'],
  ['Europe/Madrid', '2031-03-12T19:00:00+01:00'],
  ['America/St_Johns', '2031-03-12T15:30:00-02:30'],
  ['Asia/Kathmandu', '2031-03-12T23:45:00+05:45'],
] as const)
  test(`formats an instant in ${zone}`, () => {
    assert.equal(formatTime(Date.parse('2031-03-12T18:00:00Z'), zone), text);
  });

test('knows the names of the IANA time zone database', () => {
  assert.deepEqual(['Europe/Madrid', 'UTC', 'Madrid', ''].map(isTimeZone), [true, true, false, false]);
});
