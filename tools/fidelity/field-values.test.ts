import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareWithRecording } from './compare.ts';
import { fieldValueExchanges } from './field-values.ts';
import type { RecordedResponse } from './recorded-exchange.ts';

const record = {
  type: 'Meeting',
  record: 'meeting 1',
  query: '{ component(id: 2) { ... on Meetings { m: meeting(id: 1) { … } } } }',
  fields: {
    createdAt: { selection: 'createdAt', value: '2026-11-21T04:26:48+00:00' },
    versions: { selection: 'versions { id }', value: [{ id: '7' }] },
    coordinates: { selection: 'coordinates { latitude }', error: 'No latitude', status: 200 },
    meetings: { selection: 'meetings(first: 1) { nodes { id } }', value: { nodes: [{ id: '1' }] } },
    picture: { selection: 'picture', error: 'Internal Server error', status: 500 },
  },
};
const [createdAt, versions, coordinates, list, picture] = fieldValueExchanges([record], 10);
const response = (m: object | null, more: object = {}): RecordedResponse => {
  const json = { ...more, data: { component: { m } } };
  return { status: 200, headers: { 'content-type': 'a/b' }, text: JSON.stringify(json), json };
};
const serverError: RecordedResponse = {
  status: 500,
  text: '',
  json: { errors: [{ message: 'Internal Server error' }], data: {} },
};

test('requests each field separately, and sessions as the administrator', () => {
  assert.deepEqual(versions!.request.json, {
    query: '{ component(id: 2) { ... on Meetings { m: meeting(id: 1) { versions { id } } } } }',
  });
  assert.deepEqual([versions!.name, versions!.order], ['field-values/Meeting, meeting 1: versions', 11]);
  const sessionUser = { ...record, query: '{ session { user { … } } }' };
  assert.deepEqual([createdAt!.actor, fieldValueExchanges([sessionUser], 1)[0]!.actor], ['anonymous', 'admin']);
});

const latitude = { errors: [{ message: 'No latitude', path: ['a'], locations: [] }] };
const rows: [
  name: string,
  recorded: typeof createdAt,
  found: RecordedResponse,
  sameOutcome: boolean,
  equal: boolean,
][] = [
  ['another time', createdAt, response({ createdAt: '2027-01-01T00:00:00+00:00' }), true, true],
  ['null in place of a time', createdAt, response({ createdAt: null }), false, false],
  ['null in place of its record', createdAt, response(null), false, false],
  ['an error in place of a value', createdAt, response(null, latitude), false, false],
  ['another version id', versions, response({ versions: [{ id: '8' }] }), true, true],
  ['an additional version', versions, response({ versions: [{ id: '7' }, { id: '8' }] }), false, false],
  ['another record on a page', list, response({ meetings: { nodes: [{ id: '2' }] } }), true, true],
  ['the same error', coordinates, response({ coordinates: null }, latitude), true, true],
  ['another error', coordinates, response(null, { errors: [{ message: 'Other' }] }), true, false],
  ['a value in place of an error', coordinates, response({ coordinates: { latitude: 1 } }), false, false],
  [
    'the same value of the first record of a list',
    createdAt,
    { ...response(null), json: { data: { component: { m: [{ createdAt: '2027-01-01T00:00:00+00:00' }, {}] } } } },
    true,
    true,
  ],
  ['the same server error', picture, serverError, true, true],
  ['another status', picture, { ...serverError, status: 200 }, false, false],
];
for (const [name, recorded, found, sameOutcome, equal] of rows)
  test(`compares a field with ${name}`, () => {
    const result = compareWithRecording(recorded!, found);
    assert.deepEqual([result.sameOutcome, result.equal], [sameOutcome, equal], JSON.stringify(result.differences));
  });
