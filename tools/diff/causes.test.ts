import assert from 'node:assert/strict';
import test from 'node:test';
import type { TargetResponse } from '../../src/client/http-message.ts';
import { causesOf, fieldCoordinate } from './causes.ts';
import { suiteDialectByName } from '../../src/dialects/dialects.ts';
import type { Target } from '../../src/client/target.ts';
import { type DiffRequest, type SideBySideExchange, compareResponses } from './side-by-side-exchange.ts';
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

const target = { dialect: suiteDialectByName('specification') } as Target;
const targets = { a: target, b: target };

function exchange(a: TargetResponse, b: TargetResponse, changes: Partial<DiffRequest> = {}): SideBySideExchange {
  const query = '{ component(id: 2) { ... on Meetings { meeting(id: 1) { id } } } }';
  const request: DiffRequest = {
    coordinate: 'Meetings.meeting',
    parentCoordinate: 'Meeting',
    selected: [],
    actor: 'admin',
    query,
    responsePath: ['component', 'meeting'],
    ...changes,
  };
  return { request, a, b, ...compareResponses(query, {}, a, b) };
}
const namesOf = (each: SideBySideExchange) => causesOf(each, platformSchema, targets).map(({ names }) => names);
const refusedAttributes = (...attributes: string[]) => {
  const extensions = {
    code: 'ATTRIBUTE_VALIDATION_ERROR',
    errors: attributes.map((attribute) => ({ path: ['attributes', attribute], message: 'No' })),
  };
  return response({ errors: [{ message: 'No', path: ['component', 'meeting'], extensions }], data: null });
};

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
    ['Meetings.meeting: success / NOT_FOUND_ERROR at meeting'],
  ],
  [
    'another code',
    refusal('A_ERROR', ['component']),
    refusal('B_ERROR', ['component']),
    ['Meetings.meeting: A_ERROR at component / B_ERROR at component'],
  ],
  ['another status', response({ data: null }, 500), meeting({}), ['Meetings.meeting: HTTP 500 / success']],
  [
    'another message',
    refusal('A_ERROR', ['component'], 'Yes'),
    refusal('A_ERROR', ['component']),
    ['Meetings.meeting errors message: another value'],
  ],
  [
    'another message without a code',
    refusal(undefined, [], 'Variable $a'),
    refusal(undefined, [], 'Variable $b'),
    ['Meetings.meeting errors message: another value'],
  ],
];

for (const [name, a, b, expected] of rows)
  test(`names the causes: ${name}`, () =>
    assert.deepEqual(
      namesOf(exchange(a, b)).map(([first]) => first),
      expected,
    ));

test('every attribute that only one server refuses is a cause', () =>
  assert.deepEqual(namesOf(exchange(refusedAttributes('title', 'address'), refusedAttributes('title', 'latitude'))), [
    ['Meetings.meeting address: refused / accepted'],
    ['Meetings.meeting latitude: accepted / refused'],
  ]));

test('a difference of outcomes may be due to each selected field', () => {
  const responses = [meeting({}), response({}, 500)] as const;
  const outcome = 'success / HTTP 500';
  assert.deepEqual(namesOf(exchange(...responses, { selected: ['Meeting.address', 'Meeting.url'] })), [
    [`Meetings.meeting: ${outcome}`, `Meeting.address: ${outcome}`, `Meeting.url: ${outcome}`],
  ]);
  assert.deepEqual(namesOf(exchange(...responses, { selected: ['Meeting.address'] })), [
    [`Meeting.address: ${outcome}`, `Meetings.meeting: ${outcome}`],
  ]);
});

test('a cause names the mutation before the query', () => {
  const read = exchange(meeting({ address: 'Here' }), meeting({ address: null }), { after: 'MeetingMutation.update' });
  assert.deepEqual(namesOf(read), [['Meeting.address: a value instead of null (after MeetingMutation.update)']]);
});

test('a cause has the values of both servers', () => {
  const [cause] = causesOf(exchange(meeting({}), meeting({ id: '1' })), platformSchema, targets);
  assert.deepEqual(cause!.difference, { path: 'body.data.component.meeting.id', expected: '1', found: undefined });
});

const coordinates: [parent: string, names: string[], coordinate: string][] = [
  ['Meeting', ['address'], 'Meeting.address'],
  ['Meeting', ['title', 'translations', 'text'], 'Meeting.title.translations.text'],
  ['Meeting', ['registrationForm', 'title', 'locales'], 'Questionnaire.title.locales'],
  ['Meeting', ['taxonomies', 'children', 'id'], 'Taxonomy.id'],
  ['Meeting', ['taxonomies', 'children'], 'Taxonomy.children'],
  ['Meeting', ['nowhere', 'at', 'all'], 'Meeting.nowhere.at.all'],
  ['MeetingMutation.update', ['title', 'locales'], 'MeetingMutation.update.title.locales'],
  ['MeetingMutation.update', ['registrationForm', 'title', 'locales'], 'Questionnaire.title.locales'],
  ['TranslatedField.translation', [], 'TranslatedField.translation'],
];
for (const [parent, names, coordinate] of coordinates)
  test(`the coordinate of ${names.join('.') || 'nothing'} below ${parent} is ${coordinate}`, () =>
    assert.equal(fieldCoordinate(platformSchema, parent, names), coordinate));
