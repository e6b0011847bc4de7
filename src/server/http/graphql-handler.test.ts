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

const member = (members: object): string => JSON.stringify({ query: '{ __typename }', ...members });
const refused: [string, number, RawRequest, RegExp][] = [
  ['malformed JSON', 400, { body: '{"query"' }, /not JSON/],
  ['a list for an object', 400, { body: `[${typenameRequest}]` }, /must be a JSON object/],
  ['a text for an object', 400, { body: '"{ __typename }"' }, /must be a JSON object/],
  ['null for an object', 400, { body: 'null' }, /must be a JSON object/],
  ['an empty body', 400, { body: '', headers: { ...jsonHeaders, 'content-length': 0 } }, /not JSON/],
  ['bytes that are no UTF-8', 400, { body: Buffer.from(typenameRequest.replace('_', '\xff'), 'latin1') }, /not UTF-8/],
  ['no query', 400, { body: '{"variables":{}}' }, /"query" must be a string/],
  ['a number as query', 400, { body: member({ query: 1 }) }, /"query" must be a string/],
  ['null as query', 400, { body: member({ query: null }) }, /"query" must be a string/],
  ['a text as variables', 400, { body: member({ variables: '{}' }) }, /"variables" must be an object/],
  ['a list as variables', 400, { body: member({ variables: [] }) }, /"variables" must be an object/],
  ['a number as variables', 400, { body: member({ variables: 0 }) }, /"variables" must be an object/],
  ['a number as operationName', 400, { body: member({ operationName: 0 }) }, /"operationName" must be a string/],
  ['a number as extensions', 400, { body: member({ extensions: 7 }) }, /"extensions" must be an object/],
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
    'a body said to be too long',
    413,
    { body: ' ', headers: { ...jsonHeaders, 'content-length': maxBodyBytes + 1 }, unfinished: true },
    /longer than 1048576 bytes/,
  ],
  [
    'a body in chunks that gets too long',
    413,
    { body: Buffer.alloc(maxBodyBytes + 1, ' '), unfinished: true },
    /longer than 1048576 bytes/,
  ],
  [
    'an answer of text/html',
    406,
    { body: typenameRequest, headers: { ...jsonHeaders, accept: 'text/html' } },
    /application\/json/,
  ],
  [
    'anything but JSON',
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

test('what is no GraphQL request is refused with a GraphQL error body', async (t) => {
  const bugs: Error[] = [];
  const { url } = await startTestServer(t, { onBug: (error) => bugs.push(error) });
  for (const [name, status, sent, message] of refused) {
    await t.test(`${status}: ${name}`, async () => assertHttpError(await sendRawRequest(url, sent), status, message));
  }
  assert.deepEqual(bugs, []);
});

test('every method but POST is refused with 405 and what is allowed', async (t) => {
  const { url } = await startTestServer(t);
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'PROPFIND']) {
    for (const path of ['/api?query={__typename}', '/api/']) {
      const received = await sendRawRequest(url, { method, path, headers: {} });
      assert.equal(received.headers.allow, 'POST, OPTIONS', method);
      if (method === 'HEAD') assert.equal(received.status, 405);
      else assertHttpError(received, 405, /POST/);
    }
  }
});

test('requests are answered with and without a trailing slash, up to the limit, and with null for what is optional', async (t) => {
  const { url } = await startTestServer(t);
  const full = typenameRequest.padEnd(maxBodyBytes);
  const rows: [string, RawRequest][] = [
    ['/api', { body: typenameRequest }],
    ['/api/', { body: typenameRequest, path: '/api/' }],
    ['nulls', { body: member({ variables: null, operationName: null, extensions: null }) }],
    ['a named charset', { body: typenameRequest, headers: { 'content-type': 'application/json; charset=UTF-8' } }],
    ['an identity encoding', { body: typenameRequest, headers: { ...jsonHeaders, 'content-encoding': 'identity' } }],
    ['exactly the limit', { body: full, headers: { ...jsonHeaders, 'content-length': maxBodyBytes } }],
    ['exactly the limit, in chunks', { body: full, headers: { ...jsonHeaders, 'transfer-encoding': 'chunked' } }],
  ];
  for (const [name, sent] of rows) {
    const { status, text } = await sendRawRequest(url, sent);
    assert.deepEqual([status, text], [200, typenameResponse], name);
  }
});
