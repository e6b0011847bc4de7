import assert from 'node:assert/strict';
import test from 'node:test';
import { type RawRequest, assertHttpError, sendRawRequest, jsonHeaders } from '../../../test/support/raw-request.ts';
import { startTestServer } from '../../../test/support/test-server.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const anonymousUser = { id: null, name: null, nickname: '', jwt_token: null, avatar: null };
const apiUser = (members: object): string => JSON.stringify({ api_user: members });
const key = 'member-key';
const secret = 'member-secret-0123456789';

const validRequests: [string, RawRequest][] = [
  ['JSON', { body: apiUser({ key, secret }) }],
  ['a form', { body: `api_user[key]=${key}&api_user[secret]=${secret}`, headers: form }],
  ['a form with escaped names', { body: `api_user%5Bkey%5D=${key}&api_user%5Bsecret%5D=${secret}`, headers: form }],
];

test('sign-in responds with a token in the body and in the Authorization header', async (t) => {
  const { url } = await startTestServer(t);
  for (const [name, request] of validRequests) {
    await t.test(name, async () => {
      const { status, headers, text } = await sendRawRequest(url, { path: '/api/sign_in', ...request });
      assert.equal(status, 200, text);
      assert.equal(headers['content-type'], 'application/json; charset=utf-8');
      const { jwt_token: token, ...user } = JSON.parse(text) as { jwt_token: string };
      assert.deepEqual(user, { id: 2, name: 'Member robot', nickname: key, avatar: null });
      assert.equal(headers.authorization, `Bearer ${token}`);
      assert.match(token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
      assert.equal(await viewerName(url, token), 'Member robot');
    });
  }
});

/** Returns the name of the user whom a token signs in, or null. */
async function viewerName(url: string, token: string): Promise<string | null> {
  const { status, text } = await sendRawRequest(url, {
    headers: { ...jsonHeaders, authorization: `Bearer ${token}` },
    body: '{"query":"{ session { user { name } } }"}',
  });
  assert.equal(status, 200);
  return (JSON.parse(text) as { data: { session: { user: { name: string } } | null } }).data.session?.user.name ?? null;
}

const failedRequests: [string, number, RawRequest][] = [
  ['a wrong secret', 403, { body: apiUser({ key, secret: 'nope' }) }],
  ['the secret of another user', 403, { body: apiUser({ key, secret: 'admin-secret-0123456789' }) }],
  ['an unknown key', 403, { body: apiUser({ key: 'nobody', secret: 'nope' }) }],
  ['no credentials', 403, { body: '{}' }],
  ['empty credentials', 403, { body: apiUser({}) }],
  ['no secret', 403, { body: apiUser({ key }) }],
  ['credentials that are not an object', 403, { body: '{"api_user":"member-key"}' }],
  ['lists instead of strings', 403, { body: apiUser({ key: [key], secret: [secret] }) }],
  ['email and password', 403, { body: apiUser({ email: 'user@example.org', password: 'password-0123456789' }) }],
  ['an empty form', 403, { body: '', headers: { ...form, 'content-length': 0 } }],
  ['a form with a wrong secret', 403, { body: `api_user[key]=${key}&api_user[secret]=x`, headers: form }],
  ['GET', 401, { method: 'GET', headers: {} }],
];

test('a failed sign-in responds with an empty user and no token', async (t) => {
  const { url } = await startTestServer(t);
  for (const [name, expected, request] of failedRequests) {
    await t.test(`${expected}: ${name}`, async () => {
      const { status, headers, text } = await sendRawRequest(url, { path: '/api/sign_in', ...request });
      assert.deepEqual([status, headers['content-type']], [expected, 'application/json; charset=utf-8']);
      assert.deepEqual(JSON.parse(text), anonymousUser);
      assert.equal(headers.authorization, undefined);
    });
  }
});

test('sign-in rejects a body that it cannot parse', async (t) => {
  const { url } = await startTestServer(t);
  const rows: [string, number, RawRequest, RegExp][] = [
    ['malformed JSON', 400, { body: '{"api_user"' }, /not JSON/],
    ['lists nested too deep', 400, { body: `{"api_user":${'['.repeat(9999)}${']'.repeat(9999)}}` }, /nested/],
    ['a list', 400, { body: '[]' }, /must be a JSON object/],
    ['an empty body', 400, { body: '', headers: { ...jsonHeaders, 'content-length': 0 } }, /not JSON/],
    ['another media type', 415, { body: '{}', headers: { 'content-type': 'text/plain' } }, /application\/json or/],
    ['no media type', 415, { body: '{}', headers: {} }, /application\/json or/],
  ];
  for (const [name, status, request, message] of rows) {
    await t.test(`${status}: ${name}`, async () =>
      assertHttpError(await sendRawRequest(url, { path: '/api/sign_in', ...request }), status, message),
    );
  }
});

test('rejects other methods with 405 and an Allow header', async (t) => {
  const { url } = await startTestServer(t);
  const rows: [string, string, string[]][] = [
    ['DELETE', '/api/sign_in', ['GET', 'POST']],
    ['PUT', '/api/sign_in', ['GET', 'POST']],
    ['PATCH', '/api/sign_in', ['GET', 'POST']],
    ['GET', '/api/sign_out', ['DELETE']],
    ['POST', '/api/sign_out', ['DELETE']],
  ];
  for (const [method, path, allowed] of rows) {
    await t.test(`${method} ${path}`, async () => {
      const response = await sendRawRequest(url, { method, path, headers: {} });
      assertHttpError(response, 405, /./);
      const methods = response.headers.allow?.split(/, */).filter((each) => each !== 'HEAD' && each !== 'OPTIONS');
      assert.deepEqual(methods?.toSorted(), allowed);
    });
  }
});

test('rejects an unknown method without reporting a bug', async (t) => {
  const bugs: Error[] = [];
  const { url } = await startTestServer(t, { onBug: (error) => bugs.push(error) });
  for (const [path, statuses] of [
    ['/api/sign_in', [405, 501]],
    ['/api/sign_out', [405, 501]],
    ['/elsewhere', [404, 501]],
  ] as const) {
    const { status, text } = await sendRawRequest(url, { method: 'PROPFIND', path, headers: {} });
    assert.ok(
      statuses.some((each) => each === status),
      `${path}: ${status} ${text}`,
    );
  }
  assert.deepEqual(bugs, []);
});

test('sign-out revokes a token immediately, and has the same response for every client', async (t) => {
  const { url } = await startTestServer(t);
  const { text } = await sendRawRequest(url, { path: '/api/sign_in', body: apiUser({ key, secret }) });
  const { jwt_token: token } = JSON.parse(text) as { jwt_token: string };
  const signOut = async (headers: Record<string, string>) => {
    const response = await sendRawRequest(url, { method: 'DELETE', path: '/api/sign_out', headers });
    assert.deepEqual([response.status, response.text], [200, '']);
    assert.equal(response.headers['content-type'], 'text/html');
  };
  assert.equal(await viewerName(url, token), 'Member robot');
  await signOut({ authorization: `Bearer ${token}` });
  assert.equal(await viewerName(url, token), null);
  await signOut({ authorization: `Bearer ${token}` });
  await signOut({ authorization: 'Bearer unknown' });
  await signOut({});
  assert.equal(await viewerName(url, token), null);
});
