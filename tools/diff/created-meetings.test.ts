import assert from 'node:assert/strict';
import test from 'node:test';
import type { TargetResponse } from '../../conformance/model/exchange.ts';
import type { Target } from '../../conformance/model/target.ts';
import { alignMeetingIds, findCreatedMeeting } from './created-meetings.ts';
import { probeRequests } from './probe-requests.ts';

const answer = (json: unknown, status = 200): TargetResponse => ({
  status,
  contentType: '',
  text: '',
  json,
  milliseconds: 1,
});
const created = (id: string) => answer({ data: { component: { createMeeting: { id } } } });
const refused = answer({
  errors: [{ message: 'No', extensions: { code: 'A' } }],
  data: { component: { createMeeting: null } },
});
const withoutUrl = answer({
  errors: [{ message: 'Cannot return null' }],
  data: { component: { createMeeting: null } },
});
const failed = answer({ errors: [{ message: 'Internal Server error' }], data: {} }, 500);
const exchange = (a: TargetResponse, b: TargetResponse) => ({
  request: probeRequests.valid,
  a,
  b,
  sameOutcome: true,
  differences: [],
});

test('a meeting is created when both gave it the same id', () => {
  assert.deepEqual(findCreatedMeeting(exchange(created('5'), created('5'))), { id: '5', actor: 'member' });
  for (const [a, b] of [
    [created('5'), created('6')],
    [created('5'), refused],
    [refused, refused],
  ] as const)
    assert.equal(findCreatedMeeting(exchange(a, b)), undefined);
});

const rows: [name: string, a: TargetResponse, b: TargetResponse, sent: string[]][] = [
  ['both created', created('5'), created('5'), []],
  ['neither created', refused, failed, []],
  ['b was refused', created('5'), refused, ['b']],
  ['b failed', created('5'), failed, ['b']],
  ['a failed', failed, created('5'), ['a']],
  ['b may have created, and could not show it', created('5'), withoutUrl, []],
];
for (const [name, a, b, expected] of rows)
  test(`${name}: ${expected.length > 0 ? `${expected.join()} catches up` : 'nobody catches up'}`, async () => {
    const sent: string[] = [];
    const side = (which: string) =>
      ({
        url: '',
        authorizationHeaders: async () => ({}),
        send: async () => (sent.push(which), created('9')),
      }) as unknown as Target;
    await alignMeetingIds({ a: side('a'), b: side('b') }, exchange(a, b));
    assert.deepEqual(sent, expected);
  });
