import assert from 'node:assert/strict';
import test from 'node:test';
import type { TargetResponse } from '../../conformance/model/exchange.ts';
import type { Target } from '../../conformance/model/target.ts';
import { alignMeetingIds, findCreatedMeeting, probeRequests } from './created-meetings.ts';

const response = (json: unknown, status = 200): TargetResponse => ({
  status,
  contentType: '',
  text: '',
  json,
  milliseconds: 1,
});
const created = (id: string) => response({ data: { component: { createMeeting: { id } } } });
const refused = response({
  errors: [{ message: 'No', extensions: { code: 'A' } }],
  data: { component: { createMeeting: null } },
});
const withFailingField = response({
  errors: [{ message: 'Cannot return null' }],
  data: { component: { createMeeting: null } },
});
const serverError = response({ errors: [{ message: 'Internal Server error' }], data: {} }, 500);
const exchange = (a: TargetResponse, b: TargetResponse) => ({
  request: probeRequests.valid,
  a,
  b,
  sameOutcome: true,
  differences: [],
});

test('finds a meeting if both servers created it with the same id', () => {
  assert.deepEqual(findCreatedMeeting(exchange(created('5'), created('5'))), { id: '5', actor: 'member' });
  for (const [a, b] of [
    [created('5'), created('6')],
    [created('5'), refused],
    [refused, refused],
  ] as const)
    assert.equal(findCreatedMeeting(exchange(a, b)), undefined);
});

const rows: [name: string, a: TargetResponse, b: TargetResponse, sent: string[]][] = [
  ['both created a meeting', created('5'), created('5'), []],
  ['neither created a meeting', refused, serverError, []],
  ['b refused', created('5'), refused, ['b']],
  ['b had a server error', created('5'), serverError, ['b']],
  ['a had a server error', serverError, created('5'), ['a']],
  ['b may have created a meeting with a failing field', created('5'), withFailingField, []],
];
for (const [name, a, b, expected] of rows)
  test(`${name}: ${expected.length > 0 ? `creates a meeting on ${expected.join()}` : 'creates no meeting'}`, async () => {
    const sent: string[] = [];
    const recordingTarget = (target: string) =>
      ({
        url: '',
        authorizationHeaders: async () => ({}),
        send: async () => (sent.push(target), created('9')),
      }) as unknown as Target;
    await alignMeetingIds({ a: recordingTarget('a'), b: recordingTarget('b') }, exchange(a, b));
    assert.deepEqual(sent, expected);
  });
