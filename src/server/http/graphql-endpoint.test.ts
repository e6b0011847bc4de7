import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type RawRequest,
  typenameResponse,
  assertHttpError,
  sendRawRequest,
  jsonHeaders,
  typenameRequest,
} from '../../../test/support/raw-request.ts';
import { startTestServer } from '../../../test/support/test-server.ts';
import { maxBodyBytes } from './body.ts';

const bodyWith = (members: object): string => JSON.stringify({ query: '{ __typename }', ...members });
/** A body whose variables are `depth` levels of lists and objects below the body and the variables. */
const nestedBody = (depth: number): string =>
  `{"query":"{ __typename }","variables":{"a":${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}}}`;
const invalidRequests: [string, number, RawRequest, RegExp][] = [
  ['malformed JSON', 400, { body: '{"query"' }, /not JSON/],
  ['a list of operations', 400, { body: `[${typenameRequest}]` }, /must be a JSON object/],
  ['a string instead of an object', 400, { body: '"{ __typename }"' }, /must be a JSON object/],
  ['null instead of an object', 400, { body: 'null' }, /must be a JSON object/],
  ['an empty body', 400, { body: '', headers: { ...jsonHeaders, 'content-length': 0 } }, /not JSON/],
  ['bytes that are not UTF-8', 400, { body: Buffer.from(typenameRequest.replace('_', '\xff'), 'latin1') }, /not UTF-8/],
  ['lists and objects nested too deep', 400, { body: nestedBody(100) }, /nested .* 100 levels/],
  ['lists and objects nested 100,000 levels deep', 400, { body: nestedBody(100_000) }, /nested .* 100 levels/],
  ['no query', 400, { body: '{"variables":{}}' }, /Missing query/],
  ['a number as query', 400, { body: bodyWith({ query: 1 }) }, /Invalid query/],
  ['null as query', 400, { body: bodyWith({ query: null }) }, /Missing query/],
  ['a string as variables', 400, { body: bodyWith({ variables: '{}' }) }, /Invalid variables/],
  ['a list as variables', 400, { body: bodyWith({ variables: [] }) }, /Invalid variables/],
  ['a number as variables', 400, { body: bodyWith({ variables: 0 }) }, /Invalid variables/],
  ['a number as operationName', 400, { body: bodyWith({ operationName: 0 }) }, /Invalid operationName/],
  ['a number as extensions', 400, { body: bodyWith({ extensions: 7 }) }, /Invalid extensions/],
  ['no media type', 415, { body: typenameRequest, headers: {} }, /application\/json/],
  [
    'another media type',
    415,
    { body: typenameRequest, headers: { 'content-type': 'text/plain' } },
    /application\/json/,
  ],
  [
    'a form',
    415,
    { body: 'query={__typename}', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    /json/,
  ],
  [
    'another charset',
    415,
    { body: typenameRequest, headers: { 'content-type': 'application/json; charset=latin1' } },
    /UTF-8/,
  ],
  [
    'a compressed body',
    415,
    { body: typenameRequest, headers: { ...jsonHeaders, 'content-encoding': 'gzip' } },
    /compressed/,
  ],
  [
    'a Content-Length that is too long',
    413,
    { body: ' ', headers: { ...jsonHeaders, 'content-length': maxBodyBytes + 1 }, unfinished: true },
    /longer than 1048576 bytes/,
  ],
  [
    'a chunked body that is too long',
    413,
    { body: Buffer.alloc(maxBodyBytes + 1, ' '), unfinished: true },
    /longer than 1048576 bytes/,
  ],
  [
    'accepting only text/html',
    406,
    { body: typenameRequest, headers: { ...jsonHeaders, accept: 'text/html' } },
    /application\/json/,
  ],
  [
    'accepting anything but JSON',
    406,
    { body: typenameRequest, headers: { ...jsonHeaders, accept: 'application/json;q=0' } },
    /media types are/,
  ],
  ...['/', '/graphql', '/apiary', '/api/x', '/api//', '/%E0%A4%A'].map((path): [string, number, RawRequest, RegExp] => [
    path,
    404,
    { body: typenameRequest, path },
    /GraphQL endpoint is \/api/,
  ]),
];

test('rejects an invalid HTTP request with a GraphQL error', async (t) => {
  const bugs: Error[] = [];
  const { url } = await startTestServer(t, { onBug: (error) => bugs.push(error) });
  for (const [name, status, request, message] of invalidRequests) {
    await t.test(`${status}: ${name}`, async () =>
      assertHttpError(await sendRawRequest(url, request), status, message),
    );
  }
  assert.deepEqual(bugs, []);
});

test('rejects other methods, and GET without a query, with 405 and an Allow header', async (t) => {
  const { url } = await startTestServer(t);
  const rows: [methods: string[], paths: string[], allow: string][] = [
    [['GET', 'HEAD'], ['/api', '/api/', '/api?', '/api?query=', '/api?variables={}'], 'POST, OPTIONS'],
    [['PUT', 'PATCH', 'DELETE'], ['/api/', '/api?query={__typename}'], 'HEAD, GET, POST'],
  ];
  for (const [methods, paths, allow] of rows)
    for (const method of methods)
      for (const path of paths) {
        const response = await sendRawRequest(url, { method, path, headers: {} });
        assert.equal(response.headers.allow, allow, `${method} ${path}`);
        if (method === 'HEAD') assert.deepEqual([response.status, response.text], [405, '']);
        else assertHttpError(response, 405, /POST/);
      }
});

test('responds to OPTIONS that is no preflight with the methods', async (t) => {
  const { url } = await startTestServer(t);
  const { status, headers, text } = await sendRawRequest(url, { method: 'OPTIONS' });
  assert.deepEqual([status, headers.allow, text], [200, 'HEAD, GET, POST', '']);
});

test('an HTTP error has the media type that the client prefers', async (t) => {
  const { url } = await startTestServer(t);
  const graphqlJson = 'application/graphql-response+json';
  const rows: [accept: string, body: string, status: number, type: string][] = [
    [`${graphqlJson}, application/json;q=0.9`, '{', 400, graphqlJson],
    [`${graphqlJson}; charset=utf-8`, `[${typenameRequest}]`, 400, graphqlJson],
    ['application/json', '{', 400, 'application/json'],
    ['text/html', '{', 406, 'application/json'],
  ];
  for (const [accept, body, status, type] of rows) {
    const response = await sendRawRequest(url, { body, headers: { ...jsonHeaders, accept } });
    assert.deepEqual([response.status, response.headers['content-type']], [status, `${type}; charset=utf-8`]);
  }
});

test('a persisted query gets the error from which clients fall back to the document', async (t) => {
  const { url } = await startTestServer(t);
  const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } };
  const message = 'PersistedQueryNotSupported';
  const expected = { errors: [{ message, extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }] };
  const search = `operationName=Q&variables={}&extensions=${encodeURIComponent(JSON.stringify(extensions))}`;
  for (const [accept, status] of [
    ['application/json', 200],
    ['application/graphql-response+json', 400],
  ] as const)
    for (const request of [
      { method: 'GET', path: `/api?${search}`, headers: { accept } },
      { body: JSON.stringify({ operationName: 'Q', extensions }), headers: { ...jsonHeaders, accept } },
    ]) {
      const response = await sendRawRequest(url, request);
      assert.deepEqual([response.status, JSON.parse(response.text)], [status, expected]);
    }
  const withQuery = await sendRawRequest(url, { body: bodyWith({ extensions }) });
  assert.equal(withQuery.text, typenameResponse);
});

test('accepts a trailing slash, a body of exactly the maximum size, and null for optional members', async (t) => {
  const { url } = await startTestServer(t);
  const longestBody = typenameRequest.padEnd(maxBodyBytes);
  const rows: [string, RawRequest][] = [
    ['/api', { body: typenameRequest }],
    ['/api/', { body: typenameRequest, path: '/api/' }],
    ['null for optional members', { body: bodyWith({ variables: null, operationName: null, extensions: null }) }],
    ['100 levels of lists and objects', { body: nestedBody(98) }],
    ['brackets in strings', { body: bodyWith({ variables: { a: `${'[{'.repeat(200)}\\`, b: '"{['.repeat(200) } }) }],
    ['a charset parameter', { body: typenameRequest, headers: { 'content-type': 'application/json; charset=UTF-8' } }],
    ['an identity encoding', { body: typenameRequest, headers: { ...jsonHeaders, 'content-encoding': 'identity' } }],
    ['exactly the maximum size', { body: longestBody, headers: { ...jsonHeaders, 'content-length': maxBodyBytes } }],
    [
      'exactly the maximum size, chunked',
      { body: longestBody, headers: { ...jsonHeaders, 'transfer-encoding': 'chunked' } },
    ],
  ];
  for (const [name, request] of rows) {
    const { status, text } = await sendRawRequest(url, request);
    assert.deepEqual([status, text], [200, typenameResponse], name);
  }
});
