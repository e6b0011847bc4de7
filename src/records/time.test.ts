import assert from 'node:assert/strict';
import test from 'node:test';
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
];
for (const [text, zone, expected] of formatted) {
  test(`formats ${text} in ${zone} as ${expected}`, () =>
    assert.equal(formatDateTime(Date.parse(text), zone), expected));
}
