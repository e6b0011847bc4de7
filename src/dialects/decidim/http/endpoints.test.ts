import assert from 'node:assert/strict';
import test from 'node:test';
import { type RawRequest, jsonHeaders as json, sendRawRequest } from '../../../../test/support/raw-http.ts';
import { createMemoryStore } from '../../../../test/support/stores.ts';
import { startTestServer } from '../../../../test/support/test-server.ts';
import { townWorld } from '../../../../test/support/town-server.ts';
import { decidimServerDialect as dialect } from '../../../../test/support/dialects.ts';

// Statuses and bodies are those of the cases and recordings.

/** Sends a request without default headers. */
const send = (url: string, request: RawRequest) => sendRawRequest(url, { headers: {}, ...request });
const typename: RawRequest = { headers: json, body: '{"query":"{ __typename }"}' };
const otherOrigin = { Origin: 'https://front.example' };

test('allows POST from other origins without exposing headers', async (t) => {
  const { url } = await startTestServer(t, { dialect });
  const names = ['allow-origin', 'allow-methods', 'allow-headers', 'expose-headers', 'max-age'];
  const corsOf = async (request: RawRequest) => {
    const { status, headers } = await send(url, request);
    return [status, ...names.map((name) => headers[`access-control-${name}`])];
  };
  const preflight = (method: string, path = '/api'): RawRequest => ({
    method: 'OPTIONS',
    path,
    headers: {
      ...otherOrigin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'authorization,content-type',
    },
  });
  const none = names.map(() => undefined);
  for (const path of ['/api', '/api/sign_in'])
    assert.deepEqual(await corsOf(preflight('POST', path)), [
      200,
      '*',
      'POST, OPTIONS',
      'authorization,content-type',
      '',
      '7200',
    ]);
  assert.deepEqual(await corsOf(preflight('DELETE')), [200, ...none]);
  const posted = await corsOf({ ...typename, headers: { ...json, ...otherOrigin } });
  assert.deepEqual(posted, [200, '*', 'POST, OPTIONS', undefined, '', '7200']);
  assert.deepEqual(await corsOf(typename), [200, ...none]);
});

test('an organization can force people to sign in: the format of a refusal is that which Rails chooses', async (t) => {
  const store = createMemoryStore(townWorld);
  store.update((transaction) =>
    transaction.update('organization', store.organization.id, { forceApiAuthentication: true }),
  );
  const { url } = await startTestServer(t, { dialect, store });
  const post = async (accept: string, authorization?: string) => {
    const headers = { ...json, accept, ...(authorization !== undefined && { authorization }) };
    const response = await send(url, { ...typename, headers });
    return [response.status, response.headers.location?.replace(new URL(url).origin, '') ?? response.text];
  };
  const denied = [401, '{"error":"Access denied"}'];
  assert.deepEqual(await post('application/json'), denied);
  assert.deepEqual(await post('application/graphql-response+json, application/json;q=0.9'), denied);
  // What axios sends looks like a browser to Rails.
  for (const accept of ['*/*', 'application/json, text/plain, */*', 'text/html'])
    assert.deepEqual(await post(accept), [302, '/en/users/sign_in'], accept);
  assert.deepEqual(await post('image/png'), [406, '']);
  // An API user is no person; reads by the sign-in page are not those of the API.
  assert.deepEqual(await post('application/json', 'Bearer admin-token'), denied);
  assert.equal((await send(url, { method: 'GET', path: '/en/users/sign_in' })).status, 200);
  assert.equal((await send(url, { method: 'GET', path: '/api/docs' })).status, 302);
});

test('the paths of pages have a locale of the organization', async (t) => {
  const { url } = await startTestServer(t, { dialect });
  for (const [path, status] of [
    ['/en/users/sign_in', 200],
    ['/:locale/users/sign_in', 404],
    ['/xx/users/sign_in', 404],
    ['/en/en/users/sign_in', 404],
    ['/:locale', 404],
  ] as const)
    assert.equal((await send(url, { method: 'GET', path })).status, status, path);
});

test('the address of GraphiQL leads to the explorer, with the query', async (t) => {
  const { url } = await startTestServer(t, { dialect });
  const { status, headers } = await send(url, { method: 'GET', path: '/api/graphiql?query=%7B__typename%7D' });
  assert.equal(status, 302);
  assert.equal(headers.location, new URL('/explorer?query=%7B__typename%7D', url).href);
});

test('limits an IP address to 100 requests per minute', async (t) => {
  const { url } = await startTestServer(t, { dialect, limits: 'on' });
  for (let index = 0; index < 100; index += 1)
    assert.equal((await send(url, typename)).status, 200, `request ${index + 1}`);
  const { status, headers, text } = await send(url, typename);
  assert.deepEqual([status, headers['content-type'], text.trim()], [429, 'text/plain', 'Retry later']);
  assert.equal(headers['retry-after'], undefined);
  const crossOrigin = await send(url, { ...typename, headers: { ...json, ...otherOrigin } });
  assert.equal(crossOrigin.headers['access-control-allow-origin'], '*');
  assert.equal((await send(url, { method: 'GET' })).status, 429);
});

test('responses have the Cache-Control of Rails, and their media type must not be guessed', async (t) => {
  const { url } = await startTestServer(t, { dialect });
  const revalidate = 'max-age=0, private, must-revalidate';
  const rows: [RawRequest, number, string | undefined][] = [
    [typename, 200, revalidate],
    [{ method: 'GET', path: '/api/docs' }, 200, revalidate],
    [{ path: '/api/sign_in', headers: json, body: '{}' }, 403, 'no-cache'],
    [{ method: 'DELETE', path: '/api/sign_out' }, 200, 'no-cache'],
    [{ headers: json, body: '{}' }, 500, 'no-cache'],
    [{ method: 'GET' }, 301, 'no-cache'],
    [{ path: '/' }, 404, undefined],
    [{ headers: { 'content-type': 'nonsense' } }, 406, 'no-cache'],
  ];
  for (const [request, expected, cacheControl] of rows) {
    const { status, headers } = await send(url, request);
    const received = [status, headers['cache-control'], headers['x-content-type-options']];
    assert.deepEqual(received, [expected, cacheControl, 'nosniff']);
  }
});
