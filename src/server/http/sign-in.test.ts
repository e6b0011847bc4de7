import assert from 'node:assert/strict';
import test from 'node:test';
import { type RawRequest, assertHttpError, sendRawRequest, jsonHeaders } from '../../../test/support/raw-request.ts';
import { startTestServer } from '../../../test/support/test-server.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const nobody = { id: null, name: null, nickname: '', jwt_token: null, avatar: null };
const apiUser = (members: object): string => JSON.stringify({ api_user: members });
const key = 'member-key';
const secret = 'member-secret-0123456789';

const signedIn: [string, RawRequest][] = [
  ['JSON', { body: apiUser({ key, secret }) }],
  ['a form', { body: `api_user[key]=${key}&api_user[secret]=${secret}`, headers: form }],
  ['a form with escapes', { body: `api_user%5Bkey%5D=${key}&api_user%5Bsecret%5D=${secret}`, headers: form }],
];

test('key and secret give a token, in the body and in the Authorization header', async (t) => {
  const { url } = await startTestServer(t);
  for (const [name, sent] of signedIn) {
    await t.test(name, async () => {
      const { status, headers, text } = await sendRawRequest(url, { path: '/api/sign_in', ...sent });
      assert.equal(status, 200, text);
      assert.equal(headers['content-type'], 'application/json; charset=utf-8');
      const { jwt_token: token, ...user } = JSON.parse(text) as { jwt_token: string };
      assert.deepEqual(user, { id: 2, name: 'Member robot', nickname: key, avatar: null });
      assert.equal(headers.authorization, `Bearer ${token}`);
      assert.match(token, /^[\w-]+\.[\w-]+\.[\w-]+$/);
      assert.equal(await nameOf(url, token), 'Member robot');
    });
  }
});

/** The name of the user that a token signs in, or null. */
async function nameOf(url: string, token: string): Promise<string | null> {
  const { status, text } = await sendRawRequest(url, {
    headers: { ...jsonHeaders, authorization: `Bearer ${token}` },
    body: '{"query":"{ session { user { name } } }"}',
  });
  assert.equal(status, 200);
  return (JSON.parse(text) as { data: { session: { user: { name: string } } | null } }).data.session?.user.name ?? null;
}

const refused: [string, number, RawRequest][] = [
  ['a wrong secret', 403, { body: apiUser({ key, secret: 'nope' }) }],
  ['the secret of another', 403, { body: apiUser({ key, secret: 'admin-secret-0123456789' }) }],
  ['an unknown key', 403, { body: apiUser({ key: 'nobody', secret: 'nope' }) }],
  ['no params', 403, { body: '{}' }],
  ['empty params', 403, { body: apiUser({}) }],
  ['no secret', 403, { body: apiUser({ key }) }],
  ['params that are no object', 403, { body: '{"api_user":"member-key"}' }],
  ['lists for texts', 403, { body: apiUser({ key: [key], secret: [secret] }) }],
  ['email and password', 403, { body: apiUser({ email: 'user@example.org', password: 'password-0123456789' }) }],
  ['an empty form', 403, { body: '', headers: { ...form, 'content-length': 0 } }],
  ['a form with a wrong secret', 403, { body: `api_user[key]=${key}&api_user[secret]=x`, headers: form }],
  ['GET', 401, { method: 'GET', headers: {} }],
];

test('who is not signed in gets the body of nobody, and no token', async (t) => {
  const { url } = await startTestServer(t);
  for (const [name, expected, sent] of refused) {
    await t.test(`${expected}: ${name}`, async () => {
      const { status, headers, text } = await sendRawRequest(url, { path: '/api/sign_in', ...sent });
      assert.deepEqual([status, headers['content-type']], [expected, 'application/json; charset=utf-8']);
      assert.deepEqual(JSON.parse(text), nobody);
      assert.equal(headers.authorization, undefined);
    });
  }
});

test('a sign-in that cannot be read is refused', async (t) => {
  const { url } = await startTestServer(t);
  const rows: [string, number, RawRequest, RegExp][] = [
    ['malformed JSON', 400, { body: '{"api_user"' }, /not JSON/],
    ['a list', 400, { body: '[]' }, /must be a JSON object/],
    ['an empty body', 400, { body: '', headers: { ...jsonHeaders, 'content-length': 0 } }, /not JSON/],
    ['another media type', 415, { body: '{}', headers: { 'content-type': 'text/plain' } }, /application\/json or/],
    ['no media type', 415, { body: '{}', headers: {} }, /application\/json or/],
  ];
  for (const [name, status, sent, message] of rows) {
    await t.test(`${status}: ${name}`, async () =>
      assertHttpError(await sendRawRequest(url, { path: '/api/sign_in', ...sent }), status, message),
    );
  }
});

test('another method is refused with 405 and what is allowed', async (t) => {
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
      const received = await sendRawRequest(url, { method, path, headers: {} });
      assertHttpError(received, 405, /./);
      const methods = received.headers.allow?.split(/, */).filter((each) => each !== 'HEAD' && each !== 'OPTIONS');
      assert.deepEqual(methods?.toSorted(), allowed);
    });
  }
});

test('a method that is unknown here is refused, and is no bug', async (t) => {
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

test('sign-out ends a token at once, and answers the same to everybody', async (t) => {
  const { url } = await startTestServer(t);
  const { text } = await sendRawRequest(url, { path: '/api/sign_in', body: apiUser({ key, secret }) });
  const { jwt_token: token } = JSON.parse(text) as { jwt_token: string };
  const signOut = async (headers: Record<string, string>) => {
    const received = await sendRawRequest(url, { method: 'DELETE', path: '/api/sign_out', headers });
    assert.deepEqual([received.status, received.text], [200, '']);
    assert.equal(received.headers['content-type'], 'text/html');
  };
  assert.equal(await nameOf(url, token), 'Member robot');
  await signOut({ authorization: `Bearer ${token}` });
  assert.equal(await nameOf(url, token), null);
  await signOut({ authorization: `Bearer ${token}` });
  await signOut({ authorization: 'Bearer of nothing' });
  await signOut({});
  assert.equal(await nameOf(url, token), null);
});
