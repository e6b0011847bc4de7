import assert from 'node:assert/strict';
import test from 'node:test';
import type { TargetResponse } from '../../conformance/model/exchange.ts';
import { groupByCause } from './causes.ts';
import { compareResponses } from './compare-responses.ts';
import { fieldCoordinate } from './field-coordinate.ts';
import type { SideBySideExchange } from './exchange.ts';
import { findKnownReason } from './known-causes.ts';
import { platformSchema } from '../../test/support/platform-schema.ts';

const answer = (json: unknown, status = 200): TargetResponse => ({
  status,
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify(json),
  json,
  milliseconds: 1,
});
const meeting = (fields: object) => answer({ data: { component: { meeting: fields } } });
const refused = (code: string | undefined, path: string[], message: unknown = 'No') =>
  answer({ errors: [{ message, path, extensions: code ? { code } : undefined }], data: null });

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
  ['equal answers have none', meeting({ id: '1' }), meeting({ id: '1' }), []],
  [
    'times of the run do not count',
    meeting({ createdAt: '2026-01-01T00:00:00+00:00' }),
    meeting({ createdAt: '2026-02-02T00:00:00+00:00' }),
    [],
  ],
  [
    'a null',
    meeting({ author: { name: null } }),
    meeting({ author: { name: 'Ada' } }),
    ['Author.name: null, not a value'],
  ],
  [
    'a value for a null',
    meeting({ address: 'Here' }),
    meeting({ address: null }),
    ['Meeting.address: a value, not null'],
  ],
  [
    'another value in a list',
    meeting({ likes: [{ id: '1' }] }),
    meeting({ likes: [{ id: '2' }] }),
    ['Meeting.likes.id: another value'],
  ],
  ['a member too many', meeting({ likes: [1] }), meeting({ likes: [] }), ['Meeting.likes: too much']],
  ['a member too few', meeting({ likes: [] }), meeting({ likes: [1] }), ['Meeting.likes: not there']],
  ['another type', meeting({ id: 1 }), meeting({ id: '1' }), ['Meeting.id: another type']],
  [
    'another order of keys',
    meeting({ id: '1', type: 'M' }),
    meeting({ type: 'M', id: '1' }),
    ['Meeting: order of keys'],
  ],
  [
    'one refuses',
    meeting({ id: '1' }),
    refused('NOT_FOUND_ERROR', ['component', 'meeting']),
    ['Meeting: answered / NOT_FOUND_ERROR at meeting'],
  ],
  [
    'another code',
    refused('A_ERROR', ['component']),
    refused('B_ERROR', ['component']),
    ['Meeting: A_ERROR at component / B_ERROR at component'],
  ],
  ['another status', answer({ data: null }, 500), meeting({}), ['Meeting: HTTP 500 / answered']],
  [
    'another text',
    refused('A_ERROR', ['component'], 'Yes'),
    refused('A_ERROR', ['component']),
    ['Meeting errors message: another value'],
  ],
  [
    'texts without a code',
    refused(undefined, [], 'Variable $a'),
    refused(undefined, [], 'Variable $b'),
    ['Meeting errors message: another value'],
  ],
];

for (const [name, a, b, expected] of rows)
  test(name, () =>
    assert.deepEqual(
      groupByCause([exchange(a, b)], platformSchema).map((cause) => cause.name),
      expected,
    ),
  );

test('the most frequent cause comes first, with each of its exchanges', () => {
  const [first, second] = [
    exchange(meeting({ id: null }), meeting({ id: '1' })),
    exchange(meeting({}), meeting({ id: '1' })),
  ];
  const causes = groupByCause([second, first, first], platformSchema);
  assert.deepEqual(
    causes.map(({ name, exchanges }) => [name, exchanges.length]),
    [
      ['Meeting.id: null, not a value', 2],
      ['Meeting.id: not there', 1],
    ],
  );
  assert.deepEqual(causes[0]!.difference, { path: 'body.data.component.meeting.id', expected: '1', found: null });
});

test('a cause is known by its beginning', () => {
  const [cause] = groupByCause([exchange(meeting({ id: null }), meeting({ id: '1' }))], platformSchema);
  assert.equal(findKnownReason(cause!, [{ cause: 'Meeting.id', reason: 'for some reason' }]), 'for some reason');
  assert.equal(findKnownReason(cause!, [{ cause: 'Meeting.title', reason: 'for some reason' }]), undefined);
});

const places: [names: string[], coordinate: string][] = [
  [['address'], 'Meeting.address'],
  [['title', 'translations', 'text'], 'Meeting.title.translations.text'],
  [['registrationForm', 'title', 'locales'], 'Questionnaire.title.locales'],
  [['taxonomies', 'children', 'id'], 'Taxonomy.id'],
  [['taxonomies', 'children'], 'Taxonomy.children'],
  [['nowhere', 'at', 'all'], 'Meeting.nowhere.at.all'],
];
for (const [names, coordinate] of places)
  test(`${names.join(' ')} of a meeting is ${coordinate}`, () =>
    assert.equal(fieldCoordinate(platformSchema, 'Meeting', names), coordinate));
