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
const answer = (m: object | null, more: object = {}): RecordedResponse => {
  const json = { ...more, data: { component: { m } } };
  return { status: 200, headers: { 'content-type': 'a/b' }, text: JSON.stringify(json), json };
};
const crash: RecordedResponse = {
  status: 500,
  text: '',
  json: { errors: [{ message: 'Internal Server error' }], data: {} },
};

test('each field is asked for alone, and a session as the administrator', () => {
  assert.deepEqual(versions!.request.json, {
    query: '{ component(id: 2) { ... on Meetings { m: meeting(id: 1) { versions { id } } } } }',
  });
  assert.deepEqual([versions!.name, versions!.order], ['field-values/Meeting, meeting 1: versions', 11]);
  const user = { ...record, query: '{ session { user { … } } }' };
  assert.deepEqual([createdAt!.actor, fieldValueExchanges([user], 1)[0]!.actor], ['anonymous', 'admin']);
});

const latitude = { errors: [{ message: 'No latitude', path: ['a'], locations: [] }] };
const rows: [fact: string, recorded: typeof createdAt, found: RecordedResponse, outcome: boolean, whole: boolean][] = [
  ['another time', createdAt, answer({ createdAt: '2027-01-01T00:00:00+00:00' }), true, true],
  ['no time', createdAt, answer({ createdAt: null }), false, false],
  ['no record', createdAt, answer(null), false, false],
  ['an error for a value', createdAt, answer(null, latitude), false, false],
  ['another version', versions, answer({ versions: [{ id: '8' }] }), true, true],
  ['a version too many', versions, answer({ versions: [{ id: '7' }, { id: '8' }] }), false, false],
  ['another record on a page', list, answer({ meetings: { nodes: [{ id: '2' }] } }), true, true],
  ['the same error', coordinates, answer({ coordinates: null }, latitude), true, true],
  ['another error', coordinates, answer(null, { errors: [{ message: 'Other' }] }), true, false],
  ['a value for an error', coordinates, answer({ coordinates: { latitude: 1 } }), false, false],
  ['the same crash', picture, crash, true, true],
  ['no crash', picture, { ...crash, status: 200 }, false, false],
];
for (const [fact, recorded, found, outcome, whole] of rows)
  test(`a field with ${fact}`, () => {
    const result = compareWithRecording(recorded!, found);
    assert.deepEqual([result.sameOutcome, result.equal], [outcome, whole], JSON.stringify(result.differences));
  });
