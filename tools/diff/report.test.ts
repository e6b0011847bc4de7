import assert from 'node:assert/strict';
import test from 'node:test';
import type { Cause } from './causes.ts';
import type { TargetResponse } from '../../src/client/http-message.ts';
import type { Target } from '../../src/client/target.ts';
import { suiteDialectByName } from '../../src/dialects/dialects.ts';
import { causesOf } from './causes.ts';
import { type DiffRequest, type SideBySideExchange, compareResponses } from './side-by-side-exchange.ts';
import { formatDiffReport, sideBySide } from './format-report.ts';
import { type CheckedRequest, createDiffReport, sizeOf } from './report.ts';
import { platformSchema } from '../../test/support/platform-schema.ts';

const meeting = (fields: object): TargetResponse => {
  const json = { data: { component: { meeting: fields } } };
  return { status: 200, contentType: 'application/json', text: '', json, milliseconds: 1 };
};
const request = (query: string, actor: DiffRequest['actor']): DiffRequest => ({
  coordinate: 'Meetings.meeting',
  parentCoordinate: 'Meeting',
  selected: [],
  actor,
  query,
  variables: { componentId: '2', meetingId: '1' },
  responsePath: ['component', 'meeting'],
});
function exchange(fields: string, a: object, b: object, actor: DiffRequest['actor'] = 'member'): SideBySideExchange {
  const query = `query($componentId: ID!, $meetingId: ID!) { component(id: $componentId) { ... on Meetings { meeting(id: $meetingId) { ${fields} } } } }`;
  return {
    request: request(query, actor),
    a: meeting(a),
    b: meeting(b),
    ...compareResponses(query, {}, meeting(a), meeting(b)),
  };
}
const target = { url: 'http://localhost:3000/api', dialect: suiteDialectByName('specification') } as Target;
const targets = { a: target, b: target };
const check = (each: SideBySideExchange): CheckedRequest => ({
  exchanges: [each],
  causes: causesOf(each, platformSchema, targets),
});
const checked = [
  check(exchange('address', { address: 'Here' }, { address: 'There' })),
  check(exchange('address', { address: 'Here' }, { address: 'There' })),
  check(exchange('address', { address: null }, { address: 'There' }, 'stranger')),
  check(exchange('id', { id: '1' }, { id: '1' })),
];
const known = [
  { cause: 'Meeting.address: null', reason: 'for a good reason' },
  { cause: 'Meeting.title: ', reason: 'for a better reason' },
];
const disagreementOf = ({ exchanges, causes: [cause] }: CheckedRequest) => ({
  cause: cause as Cause,
  exchanges,
  foundAt: 17,
  path: '16:0:3',
});
const report = createDiffReport(checked, [disagreementOf(checked[0]!)], { targets, known, seed: 7 });

test('a report counts the requests that agree, the known causes and the disagreements', () => {
  assert.deepEqual(report.phases, [
    { phase: 'queries', sent: 4, sameOutcome: 3, equal: 1, explained: 2 },
    { phase: 'mutations', sent: 0, sameOutcome: 0, equal: 0, explained: 0 },
  ]);
  assert.deepEqual(report.known, [{ cause: 'Meeting.address: null', reason: 'for a good reason', count: 1 }]);
  const [{ cause, count, foundAt, repeat, difference, exchanges, size }] = report.disagreements as [
    (typeof report.disagreements)[0],
  ];
  assert.deepEqual(
    { cause, count, foundAt, repeat, difference },
    {
      cause: 'Meeting.address: another value',
      count: 2,
      foundAt: 17,
      repeat: { seed: 7, path: '16:0:3' },
      difference: { path: 'body.data.component.meeting.address', a: 'Here', b: 'There' },
    },
  );
  assert.equal(size.values, 2);
  assert.match(
    exchanges[0]!.curl,
    /^curl .* 'http:\/\/localhost:3000\/api' .*-H "Authorization: Bearer \$PLENUM_MEMBER_TOKEN"/,
  );
});

test('the curl command of a stranger has an invalid token', () => {
  const { disagreements } = createDiffReport(checked, [disagreementOf(checked[2]!)], { targets, known: [], seed: 1 });
  assert.match(disagreements[0]!.exchanges[0]!.curl, /-H 'Authorization: Bearer not\.a\.token'/);
});

test('the size of a request is its values, its fields and its characters', () => {
  const query =
    'query($componentId: ID!) { component(id: $componentId) { ... on Meetings { meetings(first: 2) { nodes { id } } } } }';
  const variables = { componentId: '2', list: [1, 2], input: { title: 'A' } };
  const characters = JSON.stringify({ query, variables }).length;
  assert.deepEqual(sizeOf({ ...request(query, 'admin'), variables }), { values: 4, fields: 4, characters });
});

test('the formatted report shows both responses side by side, and how to repeat the request', () => {
  const text = formatDiffReport(report, 80);
  const lines = text.split('\n');
  assert.equal(
    lines[0],
    'queries        4 sent   same outcome 3 (75 %)   equal response 1 (25 %)   equal or known 2 (50 %)',
  );
  assert.deepEqual(lines.slice(2, 6), [
    '1. Meeting.address: another value',
    '    at body.data.component.meeting.address',
    '    a "Here"',
    '    b "There"',
  ]);
  assert.match(text, /"address": "Here" +\| +"address": "There"/);
  assert.match(text, /\n {4}repeat with --seed 7 --path 16:0:3\n/);
  assert.match(text, /\n1 × Meeting\.address: null\n {4}known: for a good reason\n/);
  assert.equal(lines.at(-1), '1 disagreement.');
  assert.ok(lines.filter((line) => !/curl|query\(|queries/.test(line)).every((line) => line.length <= 80));
  assert.match(
    formatDiffReport(createDiffReport([], [], { targets, known: [], seed: 1 })),
    /No unknown differences\.$/,
  );
});

test('long lines are wrapped, and long values are cut', () => {
  assert.deepEqual(sideBySide('x'.repeat(20), 'y', 35), [
    'a                  b',
    '"xxxxxxxxxxxxxxx | "y"',
    'xxxxx"           |',
  ]);
  const rows = sideBySide(
    Array.from({ length: 100 }, (_, index) => index),
    [],
    80,
  );
  assert.equal(rows.length, 61);
  assert.equal(rows.at(-1), '… 43 more lines');
});
