import assert from 'node:assert/strict';
import test from 'node:test';
import { signInRequest, startCookieServer } from '../../../test/support/cookie-server.ts';
import type { RawRequest } from '../../../test/support/raw-http.ts';

const typename = { body: '{"query":"{ __typename }"}' };

test('sign-in sets a session cookie that alone signs the user in', async (t) => {
  const { send, viewer } = await startCookieServer(t);
  const { setCookie, cookie } = await send(signInRequest('member'));
  const attributes = 'path=/; expires=Sat, 21 Nov 2026 19:30:00 GMT; httponly; samesite=lax';
  assert.equal(setCookie, `_session_id=${cookie}; ${attributes}`);
  assert.match(cookie!, /^[\w.%-]{40,}$/);
  assert.equal(await viewer({ cookie }), '@member-key');
});

test('the cookie takes precedence over the bearer token', async (t) => {
  const { viewer, signIn } = await startCookieServer(t);
  const member = await signIn('member');
  const other = await signIn('other');
  for (const token of [other.token, 'other-token', 'not.a.token', ''])
    assert.equal(await viewer({ cookie: member.cookie, token }), '@member-key', token);
  assert.equal(await viewer({ token: other.token }), '@other-key');
});

test('a request with a valid token sets the cookie of a session without a user', async (t) => {
  const { send, viewer, signIn } = await startCookieServer(t);
  const { token } = await signIn('member');
  const { cookie } = await send({ ...typename, token });
  assert.ok(cookie);
  assert.equal(await viewer({ cookie }), null);
  assert.equal(await viewer({ cookie, token }), '@member-key');
  for (const request of [{ token: 'not.a.token' }, { cookie: 'unknown' }, {}])
    assert.equal((await send({ ...typename, ...request })).setCookie, undefined);
});

test('a cookie that the server did not sign is ignored', async (t) => {
  const { send, viewer, signIn } = await startCookieServer(t);
  const { cookie, token } = await signIn('member');
  const elsewhere = await (await startCookieServer(t)).signIn('member');
  const flipped = cookie.at(-3) === 'A' ? 'B' : 'A';
  const tampered = [`X${cookie}`, `1${cookie.slice(1)}`, `${cookie.slice(0, -3)}${flipped}${cookie.slice(-2)}`];
  for (const value of ['', 'unknown', token, 'member-token', elsewhere.cookie, cookie.slice(0, -1), ...tampered]) {
    assert.equal(await viewer({ cookie: `_session_id=${value}` }), null, value);
    assert.equal((await send({ ...typename, cookie: `_session_id=${value}` })).setCookie, undefined, value);
  }
  assert.equal(await viewer({ token: cookie }), null);
});

test('uses the first of several session cookies', async (t) => {
  const { viewer, signIn } = await startCookieServer(t);
  const { cookie } = await signIn('member');
  assert.equal(await viewer({ cookie: `a=b; _session_id=${cookie}; c=d` }), '@member-key');
  assert.equal(await viewer({ cookie: `_session_id=${cookie}; _session_id=unknown` }), '@member-key');
  assert.equal(await viewer({ cookie: `_session_id=unknown; _session_id=${cookie}` }), null);
  assert.equal(await viewer({ cookie: `other_session_id=${cookie}` }), null);
});

test('a cookie is valid for half an hour, and each response sets a new one', async (t) => {
  const { send, viewer, signIn, time } = await startCookieServer(t);
  const start = time.now;
  const first = await signIn('member');
  time.now = start + 1799_000;
  const second = await send({ ...typename, cookie: first.cookie });
  assert.match(second.setCookie!, /; expires=Sat, 21 Nov 2026 19:59:59 GMT;/);
  assert.equal(await viewer({ cookie: first.cookie }), '@member-key');
  time.now = start + 1800_000;
  assert.equal(await viewer({ cookie: first.cookie }), null);
  assert.equal((await send({ ...typename, cookie: first.cookie })).setCookie, undefined);
  assert.equal(await viewer({ cookie: second.cookie }), '@member-key');
  assert.equal(await viewer({ token: first.token }), '@member-key');
});

test('sets the cookie of a session on the same responses as the platform', async (t) => {
  const { send, signIn } = await startCookieServer(t);
  const { cookie, token } = await signIn('member');
  const get = { method: 'GET', headers: {} };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const rows: [name: string, request: RawRequest, status: number, withCookie: boolean, withToken: boolean][] = [
    ['a result', typename, 200, true, true],
    ['a syntax error', { body: '{"query":"{"}' }, 200, true, true],
    ['no document', { body: 'a=b', headers: form }, 200, true, true],
    ['a JSON body without a document', { body: '{}' }, 500, true, true],
    ['a document that is a number', { body: '{"query":5}' }, 500, true, true],
    ['malformed JSON', { body: '{"query":' }, 500, true, false],
    ['variables that are a list', { body: '{"query":"{ __typename }","variables":[]}' }, 500, true, false],
    ['bytes that are not UTF-8', { body: Buffer.from('{"query":"\xff"}', 'latin1') }, 400, false, false],
    ['an invalid media type', { ...typename, headers: { 'content-type': 'nonsense' } }, 406, false, false],
    ['the redirect of GET', get, 301, true, false],
    ['the redirect of HEAD', { ...get, method: 'HEAD' }, 301, true, false],
    [
      'a preflight',
      { method: 'OPTIONS', headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' } },
      200,
      false,
      false,
    ],
  ];
  for (const [name, request, status, withCookie, withToken] of rows) {
    await t.test(name, async () => {
      const byCookie = await send({ ...request, cookie });
      assert.deepEqual([byCookie.status, byCookie.setCookie !== undefined], [status, withCookie]);
      const byToken = await send({ ...request, token });
      assert.deepEqual([byToken.status, byToken.setCookie !== undefined], [status, withToken]);
      assert.equal((await send(request)).setCookie, undefined);
    });
  }
});
