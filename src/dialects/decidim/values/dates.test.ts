import assert from 'node:assert/strict';
import test from 'node:test';
import { formatDateTime, parseDateTime } from './dates.ts';

// Times as Ruby 3.4 parses them.
const valid: [string, string][] = [
  ['2027-03-12T18:00:00Z', '2027-03-12T18:00:00.000Z'],
  ['2027-03-12t18:00:00z', '2027-03-12T18:00:00.000Z'],
  ['2027-03-12T18:00:00', '2027-03-12T18:00:00.000Z'],
  ['2027-03-12T18:00:00.5', '2027-03-12T18:00:00.500Z'],
  [' 2027-03-12T18:00:00Z\n', '2027-03-12T18:00:00.000Z'],
  ['2027-03-12T18:00:00+01', '2027-03-12T17:00:00.000Z'],
  ['2027-03-12T18:00:00+0130', '2027-03-12T16:30:00.000Z'],
  ['2027-03-12T18:00:00-23:59', '2027-03-13T17:59:00.000Z'],
  ['2027-02-30T10:00:00Z', '2027-03-02T10:00:00.000Z'],
  ['2027-04-31T10:00:00Z', '2027-05-01T10:00:00.000Z'],
  ['2027-02-30T24:00:00Z', '2027-03-03T00:00:00.000Z'],
  ['2027-12-31T23:59:60Z', '2028-01-01T00:00:00.000Z'],
  ['2027-12-31T24:00:00', '2028-01-01T00:00:00.000Z'],
  ['99-01-01T00:00:00Z', '0099-01-01T00:00:00.000Z'],
];
const invalid = [
  '',
  'soon',
  '2027-03-12',
  '2027-03-12T18:00Z',
  '2027-03-12 18:00:00Z',
  '2027-03-12T18:00:00 Z',
  '20270312T180000Z',
  '2027-3-12T18:00:00Z',
  '2027-03-12T18:00:00,5Z',
  '2027-03-12T18:00:00.Z',
  '2027-04-32T10:00:00Z',
  '2027-13-01T10:00:00Z',
  '2027-00-01T10:00:00Z',
  '2027-01-00T10:00:00Z',
  '2027-03-12T24:00:01Z',
  '2027-03-12T23:60:00Z',
  '2027-03-12T18:00:61Z',
  '2027-03-12T18:00:00+24:00',
  '+2027-03-12T18:00:00Z',
];

for (const [text, expected] of valid) {
  test(`parses ${JSON.stringify(text)} as ${expected}`, () => {
    assert.equal(new Date(parseDateTime(text)!.epochMs).toISOString(), expected);
  });
}
for (const text of invalid) {
  test(`rejects ${JSON.stringify(text)}`, () => assert.equal(parseDateTime(text), undefined));
}

for (const [text, expected] of [
  ['2027-03-12T18:00:00', 'Fri, 12 Mar 2027 18:00:00 +0000'],
  ['2027-03-12T23:00:00+05:30', 'Fri, 12 Mar 2027 23:00:00 +0530'],
  ['2027-02-30T18:00:00.9-03:00', 'Tue, 02 Mar 2027 18:00:00 -0300'],
] as const) {
  test(`formats ${text} as ${expected}`, () => assert.equal(formatDateTime(parseDateTime(text)!), expected));
}
