import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type RawRequest,
  typenameResponse,
  sendRawRequest,
  jsonHeaders,
  typenameRequest,
} from '../../../test/support/raw-request.ts';
import { meetingAttributes } from '../../../test/support/inputs.ts';
import { startTestServer } from '../../../test/support/test-server.ts';

const graphqlJson = 'application/graphql-response+json';

test('the Accept header determines the media type of the response', async (t) => {
  const { url } = await startTestServer(t);
  const rows: [string | undefined, string][] = [
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['text/event-stream, application/json', 'application/json'],
    ['application/json, application/graphql-response+json', 'application/json'],
    ['application/graphql-response+json', graphqlJson],
    ['application/graphql-response+json; charset=utf-8', graphqlJson],
    ['application/graphql-response+json; charset=utf-8, application/json; charset=utf-8', graphqlJson],
    ['application/graphql-response+json, application/json;q=0.9', graphqlJson],
    ['application/json;q=0.5, application/graphql-response+json', graphqlJson],
  ];
  for (const [accept, type] of rows) {
    await t.test(accept ?? 'no Accept header', async () => {
      const { status, headers, text } = await sendRawRequest(url, {
        body: typenameRequest,
        headers: { ...jsonHeaders, ...(accept && { accept }) },
      });
      assert.deepEqual([status, headers['content-type'], text], [200, `${type}; charset=utf-8`, typenameResponse]);
    });
  }
});

const createMeeting = `mutation($input: CreateMeetingInput!) {
  component(id: 2) { ... on MeetingsMutation { createMeeting(input: $input) { id } } } }`;

test('a request error has status 400 only as application/graphql-response+json', async (t) => {
  const { url } = await startTestServer(t);
  const partial = '{ organization { name { translation } } participatoryProcess(id: 999) { id } }';
  const rows: [string, object, number, unknown][] = [
    ['a syntax error', { query: '{' }, 400, undefined],
    ['an invalid document', { query: '{ nothing }' }, 400, undefined],
    ['an invalid variable', { query: createMeeting, variables: { input: 1 } }, 400, undefined],
    ['an unknown operation name', { query: '{ __typename }', operationName: 'other' }, 400, undefined],
    ['several operations and no name', { query: 'query A { __typename } query B { __typename }' }, 400, undefined],
    [
      'partial data',
      { query: partial },
      200,
      { organization: { name: { translation: 'Town Hall' } }, participatoryProcess: null },
    ],
    [
      'an anonymous mutation',
      { query: createMeeting, variables: { input: { attributes: meetingAttributes } } },
      200,
      null,
    ],
  ];
  for (const [name, body, status, data] of rows) {
    await t.test(name, async () => {
      for (const accept of [graphqlJson, 'application/json']) {
        const response = await sendRawRequest(url, { body: JSON.stringify(body), headers: { ...jsonHeaders, accept } });
        assert.equal(response.status, accept === graphqlJson ? status : 200);
        assert.equal(response.headers['content-type'], `${accept}; charset=utf-8`);
        const result = JSON.parse(response.text) as { data?: unknown; errors: object[] };
        assert.deepEqual(result.data, data);
        assert.equal('data' in result, status === 200);
        assert.equal(result.errors.length, 1);
      }
    });
  }
});

test('allows other origins to send requests and to read the Authorization header', async (t) => {
  const { url } = await startTestServer(t);
  const origin = 'http://localhost:5173';
  const preflightHeaders = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  };
  for (const path of ['/api', '/api/', '/api/sign_in']) {
    const { status, headers, text } = await sendRawRequest(url, { method: 'OPTIONS', path, headers: preflightHeaders });
    assert.deepEqual([status, text], [204, '']);
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['access-control-allow-methods'], 'GET, HEAD, POST, DELETE, OPTIONS');
    assert.deepEqual(headers['access-control-allow-headers']!.toLowerCase().split(/, ?/).toSorted(), [
      'authorization',
      'content-type',
    ]);
  }
  for (const [body, expected] of [
    [typenameRequest, 200],
    ['{', 400],
  ] as const) {
    const { status, headers } = await sendRawRequest(url, { body, headers: { ...jsonHeaders, origin } });
    assert.equal(status, expected);
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.match(headers['access-control-expose-headers']!, /\bAuthorization\b/);
  }
});

test('no response may be stored, or read as another media type', async (t) => {
  const { url } = await startTestServer(t, { allowedHosts: [] });
  const rows: [number, RawRequest][] = [
    [200, { body: typenameRequest }],
    [400, { body: '{' }],
    [403, { body: typenameRequest, headers: { ...jsonHeaders, host: 'front.example' } }],
    [403, { path: '/api/sign_in', body: '{}' }],
    [404, { path: '/' }],
    [405, { method: 'GET' }],
    [200, { method: 'GET', path: '/api?query={__typename}' }],
    [204, { method: 'OPTIONS', headers: { origin: 'http://localhost', 'access-control-request-method': 'POST' } }],
    [200, { method: 'DELETE', path: '/api/sign_out' }],
  ];
  for (const [expected, request] of rows) {
    const { status, headers } = await sendRawRequest(url, request);
    const received = [status, headers['cache-control'], headers['x-content-type-options']];
    assert.deepEqual(received, [expected, 'no-store', 'nosniff']);
  }
});
