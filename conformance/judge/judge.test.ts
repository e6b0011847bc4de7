import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema, parse } from 'graphql';
import { readContractSdl } from '../../src/contract/schema.ts';
import { suiteDialects } from '../../src/dialects/dialects.ts';
import type { ExpectedResponse } from '../cases/load.ts';
import { type TargetResponse, judge, judgeDataShape } from './judge.ts';

const answerOf = (json: unknown, status = 200): TargetResponse => ({
  status,
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify(json) ?? '',
  json,
  milliseconds: 1,
});
const specification = suiteDialects['specification']!;
const decidim = suiteDialects['decidim-0.32']!;
const path = ['component', 'createMeeting'];
const left = { component: { createMeeting: null } };
const refusal = (code: string, more: object = {}) => ({ message: 'm', path, extensions: { code, ...more } });
const listed = refusal('ATTRIBUTE_VALIDATION_ERROR', { errors: [{ path: ['attributes', 'title'], message: 'm' }] });
const expectedListed: ExpectedResponse = {
  errorCode: 'ATTRIBUTE_VALIDATION_ERROR',
  path,
  data: left,
  invalidAttributes: ['title'],
};

const rows: [string, ExpectedResponse, unknown, number?][] = [
  ['data', { data: { a: 1 } }, { data: { a: 1 } }],
  ['a refusal', { errorCode: 'X', path, data: left }, { errors: [refusal('X')], data: left }],
  [
    'a refusal without path and code',
    { errorCode: null, path: null, data: null },
    { errors: [{ message: 'm' }], data: null },
  ],
  ['refused attributes', expectedListed, { errors: [listed], data: left }],
  ['a request that is not run', { requestError: ['title'] }, { errors: [{ message: 'no title' }] }],
  ['a status', { status: [405] }, { errors: [] }, 405],
  ['one of two', { oneOf: [{ status: [400] }, { requestError: [] }] }, { errors: [{ message: 'm' }] }],
];
for (const [what, expected, json, status] of rows) {
  test(`${what} is as expected`, () => assert.deepEqual(judge(expected, answerOf(json, status), specification), []));
}

const wrong: [string, ExpectedResponse, unknown, number?][] = [
  ['data beside errors', { data: { a: 1 } }, { data: { a: 1 }, errors: [] }],
  ['other data', { data: { a: 1 } }, { data: { a: 2 } }],
  ['null instead of data', { data: { a: 1 } }, { data: null }],
  ['no body', { data: {} }, undefined],
  ['a list', { data: {} }, []],
  ['errors that are no list', { requestError: [] }, { errors: 'x' }],
  ['another code', { errorCode: 'X', path, data: left }, { errors: [refusal('Y')], data: left }],
  ['another path', { errorCode: 'X', path: null, data: left }, { errors: [refusal('X')], data: left }],
  ['data that is left too much', { errorCode: 'X', path, data: null }, { errors: [refusal('X')], data: left }],
  ['two errors', { errorCode: 'X', path, data: left }, { errors: [refusal('X'), refusal('X')], data: left }],
  ['no error', { errorCode: 'X', path, data: left }, { data: left }],
  [
    'fewer attributes',
    { ...expectedListed, invalidAttributes: ['title', 'address'] },
    { errors: [listed], data: left },
  ],
  ['more attributes', { ...expectedListed, invalidAttributes: ['address'] }, { errors: [listed], data: left }],
  ['a request that is run', { requestError: [] }, { errors: [{ message: 'm' }], data: null }],
  ['errors about something else', { requestError: ['title'] }, { errors: [{ message: 'm' }] }],
  ['no errors at all', { requestError: [] }, {}],
  ['another status', { status: [405] }, {}, 200],
  ['a status with data', { status: [405] }, { data: { a: 1 } }, 405],
  ['a status that is none of GraphQL', { data: { a: 1 } }, { data: { a: 1 } }, 500],
  ['neither of two', { oneOf: [{ status: [400] }, { data: {} }] }, { data: { a: 1 } }],
];
for (const [what, expected, json, status] of wrong) {
  test(`${what} is a difference`, () =>
    assert.notEqual(judge(expected, answerOf(json, status), specification).length, 0));
}

test('refused attributes are read in the words of a dialect', () => {
  const problems = ['internalState', 'titleEn', 'parent', 'status', 'title'].map((name) => ({
    path: ['attributes', name],
    message: 'm',
  }));
  assert.deepEqual(
    decidim.translator.parseRefusedAttributes({ message: problems }).map((each) => each.join('.')),
    ['state', 'title.en', 'parentId', 'appAccountabilityStatusId', 'title'],
  );
  assert.deepEqual(decidim.translator.parseRefusedAttributes({ message: 'text' }), []);
});

const schema = buildSchema(readContractSdl());
const query = `query($yes: Boolean!) { c: component(id: 2) { __typename ...F ... on Meetings { meeting(id: 1) { id startTime
  typeOfMeeting coordinates { latitude } taxonomies { id } no: id @skip(if: $yes) } } } } fragment F on ComponentInterface { weight }`;
const sound = {
  __typename: 'Meetings',
  weight: 2,
  meeting: {
    id: '1',
    startTime: '2027-01-10T18:00:00+00:00',
    typeOfMeeting: 'ONLINE',
    coordinates: null,
    taxonomies: [],
  },
};
const form = (data: unknown, errors?: unknown[]) =>
  judgeDataShape(answerOf({ data, ...(errors && { errors }) }), {
    schema,
    document: parse(query),
    variables: { yes: true },
  });
const meeting = (more: object) => ({ c: { ...sound, meeting: { ...sound.meeting, ...more } } });

test('an answer has the form of its selection', () => {
  assert.deepEqual(form({ c: sound }), []);
  assert.deepEqual(form({ c: null }), []);
  assert.deepEqual(form({ c: { __typename: 'Pages', weight: 1 } }), []);
  assert.deepEqual(form(null, [{ message: 'm' }]), []);
});

for (const [what, data] of [
  ['null without an error', null],
  ['a field that was not selected', meeting({ more: 1 })],
  ['a field that was left out by a directive', meeting({ no: '1' })],
  ['a field that is missing', { c: { __typename: 'Meetings', weight: 2 } }],
  ['a number for an id', meeting({ id: 1 })],
  ['a value that is not in the enumeration', meeting({ typeOfMeeting: 'online' })],
  ['a time without its offset', meeting({ startTime: '2027-01-10T18:00:00Z' })],
  ['null for a field that cannot be', meeting({ startTime: null })],
  ['an object for a list', meeting({ taxonomies: {} })],
  ['a decimal for a whole number', { c: { ...sound, weight: 1.5 } }],
  ['a type that the field cannot have', { c: { ...sound, __typename: 'Meeting' } }],
] as const) {
  test(`${what} is not of the form`, () => assert.equal(form(data).length, 1));
}
