import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema, parse } from 'graphql';
import { readContractSdl } from '../../src/graphql/schema.ts';
import { suiteDialects } from '../../src/dialects/dialects.ts';
import type { ExpectedResponse } from '../../src/dialects/expected-response.ts';
import { judge, responseOfDialect } from './judge.ts';
import { judgeShape } from '../response-shape.ts';
import type { TargetResponse } from '../../src/client/http-message.ts';

const responseOf = (json: unknown, status = 200): TargetResponse => ({
  status,
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify(json) ?? '',
  json,
  milliseconds: 1,
});
const specification = suiteDialects['specification']!;
const decidim = suiteDialects['decidim-0.32']!;
const path = ['component', 'createMeeting'];
const nullData = { component: { createMeeting: null } };
const errorWith = (code: string, more: object = {}) => ({ message: 'm', path, extensions: { code, ...more } });
const validationError = errorWith('ATTRIBUTE_VALIDATION_ERROR', {
  errors: [{ path: ['attributes', 'title'], message: 'm' }],
});
const expectedValidationError: ExpectedResponse = {
  errorCode: 'ATTRIBUTE_VALIDATION_ERROR',
  path,
  data: nullData,
  invalidAttributes: ['title'],
};

const matching: [string, ExpectedResponse, unknown, number?][] = [
  ['data', { data: { a: 1 } }, { data: { a: 1 } }],
  ['an error', { errorCode: 'X', path, data: nullData }, { errors: [errorWith('X')], data: nullData }],
  [
    'an error without path and code',
    { errorCode: null, path: null, data: null },
    { errors: [{ message: 'm' }], data: null },
  ],
  ['invalid attributes', expectedValidationError, { errors: [validationError], data: nullData }],
  ['a request error', { requestError: ['title'] }, { errors: [{ message: 'no title' }] }],
  [
    'a request error with quotes',
    { requestError: ['named "title"'] },
    { errors: [{ message: 'no field named "title"' }] },
  ],
  [
    'the code of a request error',
    { requestError: ['LIMIT'] },
    { errors: [{ message: 'm', extensions: { code: 'LIMIT' } }] },
  ],
  ['a status', { status: [405] }, { errors: [] }, 405],
  ['one of two', { oneOf: [{ status: [400] }, { requestError: [] }] }, { errors: [{ message: 'm' }] }],
];
for (const [name, expected, json, status] of matching) {
  test(`accepts ${name}`, () => assert.deepEqual(judge(expected, responseOf(json, status), specification), []));
}

/** Where the response is another one, and its status if that is not 200. */
const different: [string, ExpectedResponse, unknown, string, number?][] = [
  ['data beside errors', { data: { a: 1 } }, { data: { a: 1 }, errors: [] }, 'errors'],
  ['other data', { data: { a: 1 } }, { data: { a: 2 } }, 'data.a'],
  ['null instead of data', { data: { a: 1 } }, { data: null }, 'data'],
  ['no body', { data: {} }, undefined, 'body'],
  ['a list', { data: {} }, [], 'body'],
  ['errors that are not a list', { requestError: [] }, { errors: 'x' }, 'errors'],
  [
    'another code',
    { errorCode: 'X', path, data: nullData },
    { errors: [errorWith('Y')], data: nullData },
    'errors.0.extensions.code',
  ],
  [
    'another path',
    { errorCode: 'X', path: null, data: nullData },
    { errors: [errorWith('X')], data: nullData },
    'errors.0.path',
  ],
  ['data instead of null', { errorCode: 'X', path, data: null }, { errors: [errorWith('X')], data: nullData }, 'data'],
  [
    'two errors',
    { errorCode: 'X', path, data: nullData },
    { errors: [errorWith('X'), errorWith('X')], data: nullData },
    'errors',
  ],
  ['no error', { errorCode: 'X', path, data: nullData }, { data: nullData }, 'errors'],
  [
    'fewer attributes',
    { ...expectedValidationError, invalidAttributes: ['title', 'address'] },
    { errors: [validationError], data: nullData },
    'errors.0: invalid attributes',
  ],
  [
    'more attributes',
    { ...expectedValidationError, invalidAttributes: ['address'] },
    { errors: [validationError], data: nullData },
    'errors.0: invalid attributes.0',
  ],
  ['data beside a request error', { requestError: [] }, { errors: [{ message: 'm' }], data: null }, 'data'],
  [
    'a request error that does not mention the word',
    { requestError: ['title'] },
    { errors: [{ message: 'm' }] },
    'errors',
  ],
  [
    'a word that only a path has',
    { requestError: ['title'] },
    { errors: [{ message: 'm', path: ['title'] }] },
    'errors',
  ],
  [
    'a part of a code',
    { requestError: ['LIM'] },
    { errors: [{ message: 'm', extensions: { code: 'LIMIT' } }] },
    'errors',
  ],
  ['no errors at all', { requestError: [] }, {}, 'errors'],
  ['another status', { status: [405] }, {}, 'status', 200],
  ['a status with data', { status: [405] }, { data: { a: 1 } }, 'data', 405],
  ['a GraphQL response with status 500', { data: { a: 1 } }, { data: { a: 1 } }, 'status', 500],
  ['neither of two', { oneOf: [{ status: [400] }, { data: {} }] }, { data: { a: 1 } }, 'data.a'],
];
for (const [name, expected, json, where, status] of different)
  test(`finds a difference: ${name}`, () => {
    const differences = judge(expected, responseOf(json, status), specification);
    assert.deepEqual(
      differences.map((each) => each.path),
      [where],
    );
  });

test('of several allowed responses, the nearest one comes first and is compared', () => {
  const notFound: ExpectedResponse = { errorCode: 'NOT_FOUND_ERROR', path, data: nullData };
  const badRequest: ExpectedResponse = { status: [400] };
  const data: ExpectedResponse = { data: { component: { createMeeting: { id: '1' } } } };
  const allowed: ExpectedResponse = { oneOf: [badRequest, data, notFound] };
  for (const [json, status, nearest, paths] of [
    // The status alone would be one difference, and the code and the path of the error are two.
    [
      { errors: [{ ...errorWith('X'), path: ['a'] }], data: nullData },
      200,
      notFound,
      ['errors.0.extensions.code', 'errors.0.path'],
    ],
    [{ errors: [{ message: 'm' }] }, 422, badRequest, ['status']],
    [{ data: { component: { createMeeting: { id: '2' } } } }, 200, data, ['data.component.createMeeting.id']],
  ] as const) {
    const response = responseOf(json, status);
    const differences = judge(allowed, response, specification);
    assert.deepEqual(differences, judge(nearest, response, specification));
    assert.deepEqual(
      differences.map((each) => each.path),
      paths,
    );
  }
});

const required = (errorCode: string | null, errorPath: string[] | null = path): ExpectedResponse => ({
  errorCode,
  path: errorPath,
  data: nullData,
});

test('until 0.31, refusals have no codes', () => {
  const dialect = suiteDialects['decidim-0.31']!;
  for (const [error, mutation, query] of [
    [required('ATTRIBUTE_VALIDATION_ERROR'), required(null), required(null)],
    [required('NOT_FOUND_ERROR'), { status: [500] }, { data: nullData }],
    [required('MUTATION_NOT_AUTHORIZED_ERROR'), { data: nullData }, { data: nullData }],
    [required('UNAUTHORIZED_OBJECT_ERROR', null), { data: nullData }, { data: nullData }],
    [required(null), { status: [500] }, required(null)],
    [{ data: nullData }, { data: nullData }, { data: nullData }],
  ] as [ExpectedResponse, ExpectedResponse, ExpectedResponse][]) {
    assert.deepEqual(responseOfDialect(error, dialect, true), mutation);
    assert.deepEqual(responseOfDialect(error, dialect, false), query);
    assert.deepEqual(responseOfDialect(error, decidim, true), error);
  }
});

test('the dialect parses the invalid attributes of an error', () => {
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
const component = {
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
const shapeDifferences = (data: unknown, errors?: unknown[]) =>
  judgeShape(responseOf({ data, ...(errors && { errors }) }), {
    schema,
    document: parse(query),
    variables: { yes: true },
  });
const meeting = (more: object) => ({ c: { ...component, meeting: { ...component.meeting, ...more } } });

test('accepts data that fits the selection', () => {
  assert.deepEqual(shapeDifferences({ c: component }), []);
  assert.deepEqual(shapeDifferences({ c: null }), []);
  assert.deepEqual(shapeDifferences({ c: { __typename: 'Pages', weight: 1 } }), []);
  assert.deepEqual(shapeDifferences(null, [{ message: 'm' }]), []);
});

test('finds data beside an error that does not fit the selection', () => {
  const errors = [{ message: 'm', path: ['c', 'meeting'] }];
  assert.equal(shapeDifferences({ c: { __typename: 'Meetings', weight: '2', meeting: null } }, errors).length, 1);
});

for (const [problem, data] of [
  ['null without an error', null],
  ['a field that was not selected', meeting({ more: 1 })],
  ['a field that a directive skips', meeting({ no: '1' })],
  ['a field that is missing', { c: { __typename: 'Meetings', weight: 2 } }],
  ['a number for an id', meeting({ id: 1 })],
  ['a value that is not in the enumeration', meeting({ typeOfMeeting: 'online' })],
  ['a time without its offset', meeting({ startTime: '2027-01-10T18:00:00Z' })],
  ['null for a non-null field', meeting({ startTime: null })],
  ['an object for a list', meeting({ taxonomies: {} })],
  ['a decimal for an Int', { c: { ...component, weight: 1.5 } }],
  ['an impossible type name', { c: { ...component, __typename: 'Meeting' } }],
] as const) {
  test(`finds data that does not fit the selection: ${problem}`, () => assert.equal(shapeDifferences(data).length, 1));
}
