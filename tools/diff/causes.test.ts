import assert from 'node:assert/strict';
import test from 'node:test';
import type { TargetResponse } from '../../conformance/model/exchange.ts';
import { fieldCoordinate, groupByCause } from './causes.ts';
import { type SideBySideExchange, compareResponses } from './exchange.ts';
import { findKnownReason } from './known-causes.ts';
import { platformSchema } from '../../test/support/platform-schema.ts';

const response = (json: unknown, status = 200): TargetResponse => ({
  status,
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify(json),
  json,
  milliseconds: 1,
});
const meeting = (fields: object) => response({ data: { component: { meeting: fields } } });
const refusal = (code: string | undefined, path: string[], message: unknown = 'No') =>
  response({ errors: [{ message, path, extensions: code ? { code } : undefined }], data: null });

function exchange(a: TargetResponse, b: TargetResponse): SideBySideExchange {
  const query = '{ component(id: 2) { ... on Meetings { meeting(id: 1) { id } } } }';
  const request = {
    subject: 'Meeting',
    parentCoordinate: 'Meeting',
    actor: 'admin',
    query,
    responsePath: ['component', 'meeting'],
  } as const;
  return {
    request: { ...request, responsePath: [...request.responsePath] },
    a,
    b,
    ...compareResponses(query, {}, a, b),
  };
}

const rows: [name: string, a: TargetResponse, b: TargetResponse, causes: string[]][] = [
  ['equal responses have no cause', meeting({ id: '1' }), meeting({ id: '1' }), []],
  [
    'volatile times are no cause',
    meeting({ createdAt: '2026-01-01T00:00:00+00:00' }),
    meeting({ createdAt: '2026-02-02T00:00:00+00:00' }),
    [],
  ],
  [
    'null instead of a value',
    meeting({ author: { name: null } }),
    meeting({ author: { name: 'Ada' } }),
    ['Author.name: null instead of a value'],
  ],
  [
    'a value instead of null',
    meeting({ address: 'Here' }),
    meeting({ address: null }),
    ['Meeting.address: a value instead of null'],
  ],
  [
    'another value in a list',
    meeting({ likes: [{ id: '1' }] }),
    meeting({ likes: [{ id: '2' }] }),
    ['Meeting.likes.id: another value'],
  ],
  ['an additional member', meeting({ likes: [1] }), meeting({ likes: [] }), ['Meeting.likes: unexpected']],
  ['a missing member', meeting({ likes: [] }), meeting({ likes: [1] }), ['Meeting.likes: missing']],
  ['another type', meeting({ id: 1 }), meeting({ id: '1' }), ['Meeting.id: another type']],
  [
    'another order of keys',
    meeting({ id: '1', type: 'M' }),
    meeting({ type: 'M', id: '1' }),
    ['Meeting: another order of keys'],
  ],
  [
    'one refusal',
    meeting({ id: '1' }),
    refusal('NOT_FOUND_ERROR', ['component', 'meeting']),
    ['Meeting: success / NOT_FOUND_ERROR at meeting'],
  ],
  [
    'another code',
    refusal('A_ERROR', ['component']),
    refusal('B_ERROR', ['component']),
    ['Meeting: A_ERROR at component / B_ERROR at component'],
  ],
  ['another status', response({ data: null }, 500), meeting({}), ['Meeting: HTTP 500 / success']],
  [
    'another message',
    refusal('A_ERROR', ['component'], 'Yes'),
    refusal('A_ERROR', ['component']),
    ['Meeting errors message: another value'],
  ],
  [
    'another message without a code',
    refusal(undefined, [], 'Variable $a'),
    refusal(undefined, [], 'Variable $b'),
    ['Meeting errors message: another value'],
  ],
];

for (const [name, a, b, expected] of rows)
  test(`names the causes: ${name}`, () =>
    assert.deepEqual(
      groupByCause([exchange(a, b)], platformSchema).map((cause) => cause.name),
      expected,
    ));

test('the most frequent cause comes first, with each of its exchanges', () => {
  const [first, second] = [
    exchange(meeting({ id: null }), meeting({ id: '1' })),
    exchange(meeting({}), meeting({ id: '1' })),
  ];
  const causes = groupByCause([second, first, first], platformSchema);
  assert.deepEqual(
    causes.map(({ name, exchanges }) => [name, exchanges.length]),
    [
      ['Meeting.id: null instead of a value', 2],
      ['Meeting.id: missing', 1],
    ],
  );
  assert.deepEqual(causes[0]!.difference, { path: 'body.data.component.meeting.id', expected: '1', found: null });
});

test('a cause is known if its name starts with a known cause', () => {
  const [cause] = groupByCause([exchange(meeting({ id: null }), meeting({ id: '1' }))], platformSchema);
  assert.equal(findKnownReason(cause!, [{ cause: 'Meeting.id', reason: 'some reason' }]), 'some reason');
  assert.equal(findKnownReason(cause!, [{ cause: 'Meeting.title', reason: 'some reason' }]), undefined);
});

const coordinates: [names: string[], coordinate: string][] = [
  [['address'], 'Meeting.address'],
  [['title', 'translations', 'text'], 'Meeting.title.translations.text'],
  [['registrationForm', 'title', 'locales'], 'Questionnaire.title.locales'],
  [['taxonomies', 'children', 'id'], 'Taxonomy.id'],
  [['taxonomies', 'children'], 'Taxonomy.children'],
  [['nowhere', 'at', 'all'], 'Meeting.nowhere.at.all'],
];
for (const [names, coordinate] of coordinates)
  test(`the coordinate of ${names.join('.')} below Meeting is ${coordinate}`, () =>
    assert.equal(fieldCoordinate(platformSchema, 'Meeting', names), coordinate));
