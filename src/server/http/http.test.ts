import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type RawRequest,
  assertHttpError,
  jsonHeaders,
  sendRawRequest,
  typenameRequest,
  typenameResponse,
} from '../../../test/support/raw-http.ts';
import { inPersonAttributes } from '../../../test/support/inputs.ts';
import { type AnyData, readOperation, startTestServer } from '../../../test/support/test-server.ts';
import { maxBodyBytes } from './body.ts';

// What a request and its response are is said by the cases of the folder `http`, and by the audits of graphql-http.

/** A body whose variables are `depth` levels of lists and objects below the body and the variables. */
const nestedBody = (depth: number): string =>
  `{"query":"{ __typename }","variables":{"a":${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}}}`;

const withHeaders = (headers: object) => ({ body: typenameRequest, headers: { ...jsonHeaders, ...headers } });

test('a body is UTF-8, neither compressed nor nested deep nor too long', async (t) => {
  const bugs: Error[] = [];
  const { url } = await startTestServer(t, { onBug: (error) => bugs.push(error) });
  const rows: [string, number, RawRequest, RegExp][] = [
    ['another byte', 400, { body: Buffer.from(typenameRequest.replace('_', '\xff'), 'latin1') }, /not UTF-8/],
    ['100 levels too many', 400, { body: nestedBody(100) }, /nested .* 100 levels/],
    ['100,000 levels', 400, { body: nestedBody(100_000) }, /nested .* 100 levels/],
    ['another charset', 415, withHeaders({ 'content-type': 'application/json; charset=latin1' }), /UTF-8/],
    ['a compressed body', 415, withHeaders({ 'content-encoding': 'gzip' }), /compressed/],
    [
      'a Content-Length that is too long',
      413,
      { body: ' ', headers: { ...jsonHeaders, 'content-length': maxBodyBytes + 1 }, unfinished: true },
      /longer than 1048576 bytes/,
    ],
    ['chunks that are too long', 413, { body: Buffer.alloc(maxBodyBytes + 1, ' '), unfinished: true }, /longer than/],
  ];
  for (const [name, status, request, message] of rows)
    await t.test(name, async () => assertHttpError(await sendRawRequest(url, request), status, message));
  assert.deepEqual(bugs, []);
});

test('a body of exactly the maximum size, or with brackets in its texts, is read', async (t) => {
  const { url } = await startTestServer(t);
  const body = typenameRequest.padEnd(maxBodyBytes);
  const variables = { a: `${'[{'.repeat(200)}\\`, b: '"{['.repeat(200) };
  for (const request of [
    { body: nestedBody(98) },
    { body: JSON.stringify({ query: '{ __typename }', variables }) },
    { body, headers: { ...jsonHeaders, 'content-length': maxBodyBytes, 'content-encoding': 'identity' } },
    { body, headers: { ...jsonHeaders, 'transfer-encoding': 'chunked' } },
  ])
    assert.equal((await sendRawRequest(url, request)).text, typenameResponse);
});

test('HEAD has the headers of GET and no body, and OPTIONS the methods', async (t) => {
  const { url } = await startTestServer(t);
  const send = (method: string) => sendRawRequest(url, { method, path: '/api?query={__typename}', headers: {} });
  const [get, head, options] = [await send('GET'), await send('HEAD'), await send('OPTIONS')];
  assert.deepEqual([head.status, head.text], [200, '']);
  for (const name of ['content-type', 'content-length', 'cache-control', 'vary'])
    assert.equal(head.headers[name], get.headers[name], name);
  assert.match(get.headers.vary!, /\bAccept\b.*\bAuthorization\b/);
  assert.deepEqual([options.status, options.headers.allow, options.text], [200, 'HEAD, GET, POST', '']);
});

test('a GET request executes no mutation', async (t) => {
  const { url, store } = await startTestServer(t);
  const before = store.tables;
  const write = `mutation Write { component(id: 2) { ... on MeetingsMutation { createMeeting(input: { attributes: {
    title: "A", description: "B", startTime: "2027-03-12T18:00:00Z", endTime: "2027-03-12T20:00:00Z",
    registrationType: REGISTRATION_DISABLED, typeOfMeeting: ONLINE } }) { id } } } }`;
  for (const [query, operationName] of [
    [write, ''],
    [`${write} query Read { __typename }`, 'Write'],
  ] as const) {
    const path = `/api?${new URLSearchParams({ query, operationName }).toString()}`;
    const headers = { authorization: 'Bearer member-token' };
    assertHttpError(await sendRawRequest(url, { method: 'GET', path, headers }), 405, /sent with POST/);
  }
  assert.equal(store.tables, before);
});

test('other origins may send requests and read the Authorization header', async (t) => {
  const { url } = await startTestServer(t);
  const origin = 'http://localhost:5173';
  const preflight = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  };
  for (const path of ['/api', '/api/', '/api/sign_in']) {
    const { status, headers, text } = await sendRawRequest(url, { method: 'OPTIONS', path, headers: preflight });
    assert.deepEqual([status, text, headers['access-control-allow-origin']], [204, '', '*']);
    assert.equal(headers['access-control-allow-methods'], 'GET, HEAD, POST, DELETE, OPTIONS');
    assert.match(headers['access-control-allow-headers']!, /authorization.*content-type/i);
  }
  for (const body of [typenameRequest, '{']) {
    const { headers } = await sendRawRequest(url, { body, headers: { ...jsonHeaders, origin } });
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

test('other methods, known or not, are refused without a bug', async (t) => {
  const bugs: Error[] = [];
  const { url } = await startTestServer(t, { onBug: (error) => bugs.push(error) });
  for (const [method, path, allow] of [
    ['PATCH', '/api', 'HEAD, GET, POST'],
    ['PATCH', '/api/sign_in', 'POST, HEAD, GET'],
    ['GET', '/api/sign_out', 'DELETE'],
  ] as const) {
    const response = await sendRawRequest(url, { method, path, headers: {} });
    assertHttpError(response, 405, /./);
    assert.deepEqual(response.headers.allow?.split(', ').toSorted(), allow.split(', ').toSorted());
  }
  assertHttpError(await sendRawRequest(url, { method: 'PROPFIND', headers: {} }), 501, /unknown/);
  assert.deepEqual(bugs, []);
});

test('paths are compared in upper and lower case', async (t) => {
  const { url } = await startTestServer(t);
  for (const [path, status] of [
    ['/api', 200],
    ['/api/', 200],
    ['/API', 404],
    ['/api/SIGN_IN', 404],
  ] as const) {
    const response = await sendRawRequest(url, { path, body: typenameRequest, headers: jsonHeaders });
    assert.equal(response.status, status, path);
  }
});

test('a meeting that starts and ends in the same second is refused: times are stored in seconds', async (t) => {
  const { send, store } = await startTestServer(t);
  const attributes = {
    ...inPersonAttributes,
    startTime: '2027-04-12T18:00:00.2Z',
    endTime: '2027-04-12T18:00:00.8Z',
  };
  const { errors } = await send(readOperation('create-meeting'), { componentId: 2, input: { attributes } }, 'member');
  assert.deepEqual(
    errors?.[0]?.extensions.errors.map(({ path }: AnyData) => path.at(-1)),
    ['endTime', 'startTime'],
  );
  assert.equal(store.all('meetings').length, 4);
});
