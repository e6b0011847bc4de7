import assert from 'node:assert/strict';
import test from 'node:test';
import type { TargetResponse } from '../../conformance/model/exchange.ts';
import type { Target } from '../../conformance/model/target.ts';
import { type DiffRequest, type SideBySideExchange, compareResponses } from './exchange.ts';
import { createDiffReport, formatDiffReport } from './report.ts';
import { platformSchema } from '../../test/support/platform-schema.ts';

const meeting = (fields: object): TargetResponse => {
  const json = { data: { component: { meeting: fields } } };
  return { status: 200, contentType: 'application/json', text: '', json, milliseconds: 1 };
};
function exchange(fields: string, a: object, b: object, actor: DiffRequest['actor'] = 'member'): SideBySideExchange {
  const query = `{ component(id: 2) { ... on Meetings { meeting(id: 1) { ${fields} } } } }`;
  const request = {
    subject: 'Meeting',
    parentCoordinate: 'Meeting',
    actor,
    query,
    responsePath: ['component', 'meeting'],
  };
  return { request, a: meeting(a), b: meeting(b), ...compareResponses(query, {}, meeting(a), meeting(b)) };
}
const b = { url: 'http://localhost:3000/api' } as Target;
const targets = { a: b, b };
const exchanges = [
  exchange('id address', { id: '1', address: 'Here' }, { id: '1', address: 'There' }),
  exchange('address', { address: 'Here' }, { address: 'There' }),
  exchange('address', { address: null }, { address: 'There' }, 'stranger'),
  exchange('id', { id: '1' }, { id: '1' }),
];
const known = [{ cause: 'Meeting.address: null', reason: 'for a good reason' }];
const report = createDiffReport(new Map([['reads', exchanges]]), targets, known, platformSchema);

test('a report counts the exchanges that agree and lists each cause with its shortest request', () => {
  assert.deepEqual(report.phases, [{ phase: 'reads', sent: 4, sameOutcome: 3, equal: 1, explained: 2 }]);
  assert.deepEqual(
    report.causes.map(({ cause, count, reason, path }) => [cause, count, reason, path]),
    [
      ['Meeting.address: another value', 2, undefined, 'body.data.component.meeting.address'],
      ['Meeting.address: null instead of a value', 1, 'for a good reason', 'body.data.component.meeting.address'],
    ],
  );
  const [first, second] = report.causes;
  assert.deepEqual([first!.a, first!.b], ['Here', 'There']);
  assert.ok(first!.curl.includes('meeting(id: 1) { address }'));
  assert.match(
    first!.curl,
    /^curl .* 'http:\/\/localhost:3000\/api' .*-H "Authorization: Bearer \$PLENUM_MEMBER_TOKEN"/,
  );
  assert.match(second!.curl, /-H 'Authorization: Bearer not\.a\.token'/);
});

test('the formatted report lists each cause and why it is known', () => {
  const lines = formatDiffReport(report).split('\n');
  assert.equal(
    lines[0],
    'reads                  4 sent   same outcome 3 (75 %)   equal response 1 (25 %)   equal or known 2 (50 %)',
  );
  assert.deepEqual(lines.slice(2, 6), [
    '2 × Meeting.address: another value',
    '    at body.data.component.meeting.address',
    '    a "Here"',
    '    b "There"',
  ]);
  assert.ok(lines.includes('    known: for a good reason'));
  assert.equal(lines.at(-1), '1 unknown cause.');
  assert.match(formatDiffReport(createDiffReport(new Map(), targets, [], platformSchema)), /No unknown differences\.$/);
});
