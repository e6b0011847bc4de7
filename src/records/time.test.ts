import assert from 'node:assert/strict';
import test from 'node:test';
import * as fc from 'fast-check';
import { parseDateTime, formatDateTime } from './time.ts';

const madrid = 'Europe/Madrid';
const parsed: [string, string, string][] = [
  ['2027-07-01T18:00:00', madrid, '2027-07-01T16:00:00.000Z'],
  ['2027-01-01T18:00:00', madrid, '2027-01-01T17:00:00.000Z'],
  ['2027-01-01t18:00:00.25', madrid, '2027-01-01T17:00:00.250Z'],
  ['2027-01-01T18:00:00', 'UTC', '2027-01-01T18:00:00.000Z'],
  ['2027-07-01T18:00:00Z', madrid, '2027-07-01T18:00:00.000Z'],
  ['2027-07-01t18:00:00z', madrid, '2027-07-01T18:00:00.000Z'],
  ['2027-07-01T18:00:00+05:30', madrid, '2027-07-01T12:30:00.000Z'],
  ['2027-07-01T18:00:00-0330', madrid, '2027-07-01T21:30:00.000Z'],
  ['2027-07-01T18:00:00.123456789Z', madrid, '2027-07-01T18:00:00.123Z'],
  // The clocks go forward at 02:00, so the hour from 02:00 does not exist.
  ['2027-03-28T01:59:59', madrid, '2027-03-28T00:59:59.000Z'],
  ['2027-03-28T03:00:00', madrid, '2027-03-28T01:00:00.000Z'],
  ['2027-03-28T02:30:00', madrid, '2027-03-28T01:30:00.000Z'],
];
for (const [text, zone, expected] of parsed) {
  test(`parses ${text} in ${zone} as ${expected}`, () =>
    assert.equal(new Date(parseDateTime(text, zone)).toISOString(), expected));
}

for (const text of ['', 'tomorrow', '2027-02-30T18:00:00', '2027-02-30T18:00:00Z', '2027-03-12T18:60:00Z']) {
  test(`parses ${JSON.stringify(text)} as NaN in every zone`, () => {
    for (const zone of ['UTC', madrid]) assert.equal(parseDateTime(text, zone), NaN);
  });
}

const formatted: [string, string, string][] = [
  ['2027-03-12T18:00:00Z', 'UTC', '2027-03-12T18:00:00+00:00'],
  ['2027-03-12T18:00:00.999Z', 'UTC', '2027-03-12T18:00:00+00:00'],
  ['2027-01-01T23:30:00.999Z', madrid, '2027-01-02T00:30:00+01:00'],
  ['2027-07-01T23:30:00Z', madrid, '2027-07-02T01:30:00+02:00'],
  ['2027-03-28T00:59:59Z', madrid, '2027-03-28T01:59:59+01:00'],
  ['2027-03-28T01:00:00Z', madrid, '2027-03-28T03:00:00+02:00'],
  ['2027-10-31T00:30:00Z', madrid, '2027-10-31T02:30:00+02:00'],
  ['2027-10-31T01:30:00Z', madrid, '2027-10-31T02:30:00+01:00'],
  ['2027-03-12T18:00:00Z', 'America/St_Johns', '2027-03-12T14:30:00-03:30'],
  // The zone was 14 minutes and 44 seconds behind UTC; an offset has whole minutes.
  ['1890-01-01T00:00:00Z', madrid, '1889-12-31T23:46:00-00:14'],
];
for (const [text, zone, expected] of formatted) {
  test(`formats ${text} in ${zone} as ${expected}`, () =>
    assert.equal(formatDateTime(Date.parse(text), zone), expected));
}

test('a time is the same after it was formatted and parsed in any zone', () => {
  const times = fc.integer({ min: Date.parse('0000-01-02') / 1000, max: Date.parse('9999-12-31') / 1000 });
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  fc.assert(
    fc.property(times, zones, (seconds, zone) => {
      const text = formatDateTime(seconds * 1000, zone);
      assert.equal(parseDateTime(text, zone), seconds * 1000, text);
      assert.equal(formatDateTime(parseDateTime(text, 'UTC'), zone), text);
    }),
    { numRuns: 300 },
  );
});
