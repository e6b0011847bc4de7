import assert from 'node:assert/strict';
import test from 'node:test';
import { Ajv } from 'ajv';
import { ajvFormats } from './time.ts';

const rows: Record<keyof typeof ajvFormats, { valid: string[]; invalid: string[] }> = {
  'iso-date-time': {
    valid: [
      '2027-03-12T18:00:00Z',
      '2027-03-12t18:00:00z',
      '2027-03-12T18:00:00',
      '2027-03-12T18:00:00.5',
      '2027-03-12T18:00:00.123456789Z',
      '2027-03-12T18:00:00.1234567890123Z',
      '2027-03-12T18:00:00+05:30',
      '2027-03-12T18:00:00-0330',
      '2027-03-12T18:00:00+01',
      '2028-02-29T23:59:59Z',
      '2000-02-29T00:00:00',
      '1900-01-01T00:00:00Z',
      '2999-12-31T23:59:59Z',
    ],
    invalid: [
      '',
      ' ',
      'tomorrow',
      '2027-03-12',
      '18:00:00Z',
      '2027-03-12T18:00Z',
      '2027-03-12T18Z',
      '2027-03-12 18:00:00Z',
      '2027-03-12T18:00:00 Z',
      ' 2027-03-12T18:00:00Z',
      '2027-03-12T18:00:00Z\n',
      '2027-03-12T24:00:00Z',
      '2027-03-12T25:00:00',
      '2027-03-12T18:60:00Z',
      '2027-03-12T18:00:61Z',
      '2016-12-31T23:59:60Z',
      '2027-02-30T18:00:00Z',
      '2027-02-30T18:00:00',
      '2027-02-29T18:00:00Z',
      '2100-02-29T18:00:00Z',
      '2027-06-31T18:00:00Z',
      '2027-13-01T18:00:00Z',
      '2027-00-01T18:00:00Z',
      '2027-03-00T18:00:00Z',
      '2027-3-1T18:00:00Z',
      '27-03-12T18:00:00Z',
      '+02027-03-12T18:00:00Z',
      '2027-03-12T18:00:00.Z',
      '2027-03-12T18:00:00+24:00',
      '2027-03-12T18:00:00+01:60',
      '2027-03-12T18:00:00 Europe/Madrid',
      '20270312T180000Z',
      '2027-W10-5T18:00:00Z',
      '1804874400000',
    ],
  },
  'stored-date-time': {
    valid: ['2027-03-12T18:00:00+00:00', '9999-12-31T23:59:59+00:00', '0000-01-01T00:00:00+01:00'],
    invalid: ['', '2027-03-12', '2027-02-30T18:00:00+00:00', '+02027-03-12T18:00:00Z', '12027-03-12T18:00:00Z'],
  },
  'stored-date': {
    valid: ['2027-02-03', '0027-02-03', '12027-02-03', '-0005-02-03'],
    invalid: ['', '27-02-03', '2027-2-3', '2027-02-03T00:00:00', '+2027-02-03'],
  },
  date: {
    valid: ['2027-01-01', '2028-02-29', '2000-02-29', '2027-12-31'],
    invalid: [
      '',
      '2027-02-29',
      '2027-02-30',
      '2100-02-29',
      '2027-06-31',
      '2027-13-01',
      '2027-1-1',
      '2027-01-01T00:00:00Z',
    ].concat(['01/01/2027', '20270101', '2027-01', ' 2027-01-01', '2027-01-01\n']),
  },
  'http-url': {
    valid: [
      'http://x',
      'https://meet.example.org/a?b=c#d',
      'HTTPS://X.example',
      'http://127.0.0.1:4000',
      'http://[::1]/',
    ],
    invalid: [
      '',
      'meet.example.org',
      '//x',
      '/a',
      'http://',
      'http:x',
      'https://',
      'ftp://x',
      'mailto:a@x',
      'javascript:alert(1)',
    ].concat(['https://a b', ' https://x', 'https://x\n', 'https://x:99999', 'https://[x]', 'see https://x']),
  },
  'time-zone': {
    valid: ['UTC', 'Europe/Madrid', 'America/Argentina/Buenos_Aires'],
    invalid: ['', 'Madrid', 'Europe/Nowhere', 'local', ' UTC'],
  },
};
const ajv = new Ajv({ formats: ajvFormats });
for (const [format, { valid, invalid }] of Object.entries(rows)) {
  const validate = ajv.compile({ type: 'string', format });
  for (const [texts, expected] of [
    [valid, true],
    [invalid, false],
  ] as const) {
    for (const text of texts) {
      test(`${JSON.stringify(text)} is ${expected ? 'valid' : 'invalid'} as ${format}`, () =>
        assert.equal(validate(text), expected));
    }
  }
}
