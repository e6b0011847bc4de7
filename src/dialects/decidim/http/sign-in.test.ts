import assert from 'node:assert/strict';
import test from 'node:test';
import { type Credentials, signInRequest, startCookieServer } from '../../../../test/support/cookie-server.ts';
import { type RawRequest, jsonHeaders, sendRawRequest } from '../../../../test/support/raw-http.ts';
import { startTestServer } from '../../../../test/support/test-server.ts';

const acceptsJson = { ...jsonHeaders, accept: 'application/json' };
const anonymousUser = '{"id":null,"name":null,"nickname":"","jwt_token":null,"avatar":null}';

const signOut = (credentials: Credentials, headers = {}): RawRequest & Credentials => ({
  method: 'DELETE',
  path: '/api/sign_out',
  headers,
  ...credentials,
});

test('sign-out sets the cookie of a session without a user', async (t) => {
  const { send, viewer, signIn } = await startCookieServer(t);
  const { cookie } = await signIn('member');
  for (const credentials of [{ cookie }, {}, { cookie: 'unknown' }, { token: 'not.a.token' }]) {
    const response = await send(signOut(credentials));
    assert.deepEqual([response.status, response.text], [200, '']);
    assert.equal(response.headers['content-type'], 'text/html');
    assert.ok(response.cookie);
    assert.equal(await viewer({ cookie: response.cookie }), null);
  }
});

test('sign-out revokes the token of its request, and no cookie', async (t) => {
  const { send, viewer, signIn } = await startCookieServer(t);
  const { cookie, token } = await signIn('member');
  await send(signOut({ cookie }));
  assert.equal(await viewer({ token }), '@member-key', 'the token was not sent');
  assert.equal(await viewer({ cookie }), '@member-key', 'the platform does not store sessions');
  const other = await signIn('other');
  await send(signOut({ cookie, token: other.token }));
  assert.equal(await viewer({ token: other.token }), null);
  assert.equal(await viewer({ token }), '@member-key');
  assert.equal(await viewer({ cookie: other.cookie }), '@other-key');
  assert.equal(await viewer({ cookie, token: other.token }), '@member-key');
});

test('sign-out of a client that does not accept HTML sets a cookie only for a user who is signed in by cookie', async (t) => {
  const { send, signIn } = await startCookieServer(t);
  const { cookie, token } = await signIn('member');
  for (const [credentials, accept, type, hasCookie] of [
    [{ cookie }, 'application/json', 'application/json', true],
    [{ cookie }, 'application/graphql-response+json', 'text/html', true],
    [{ token }, 'application/json', 'text/html', false],
    [{}, 'application/graphql-response+json', 'text/html', false],
    [{}, 'application/json, */*', 'text/html', true],
  ] as const) {
    const response = await send(signOut(credentials, { accept }));
    const found = [response.status, response.headers['content-type'], response.setCookie !== undefined];
    assert.deepEqual(found, [200, type, hasCookie], accept);
  }
});

test('a failed sign-in sets the cookie of a session without a user', async (t) => {
  const { send, viewer } = await startCookieServer(t);
  const inUrl = '/api/sign_in?api_user%5Bkey%5D=member-key&api_user%5Bsecret%5D=member-secret-0123456789';
  for (const [request, status] of [
    [signInRequest('member', 'wrong'), 403],
    [{ path: '/api/sign_in', headers: {} }, 403],
    [{ path: inUrl, headers: {} }, 401],
    [{ path: inUrl, headers: { accept: 'application/json' } }, 401],
    [{ ...signInRequest('member', 'wrong'), path: inUrl }, 401],
    [{ path: inUrl.replace(/=[^=]*$/, '=wrong'), headers: {} }, 403],
  ] as const) {
    const response = await send(request);
    assert.deepEqual([response.status, response.text], [status, anonymousUser]);
    assert.ok(response.cookie);
    assert.equal(await viewer({ cookie: response.cookie }), null);
  }
});

test('a failed sign-in of a client that does not accept HTML responds with 401, a message and no cookie', async (t) => {
  const { send } = await startCookieServer(t);
  const message = 'Invalid key, secret or password.';
  for (const [accept, type, text] of [
    ['application/json', 'application/json; charset=utf-8', `{"error":"${message}"}`],
    ['application/json, text/html', 'application/json; charset=utf-8', `{"error":"${message}"}`],
    ['application/graphql-response+json', 'text/html; charset=utf-8', message],
    ['text/plain, text/html', 'text/plain; charset=utf-8', message],
    ['text/html;q=0.1, text/css', 'text/css; charset=utf-8', message],
  ] as const) {
    const response = await send({ ...signInRequest('member', 'wrong'), headers: { ...jsonHeaders, accept } });
    assert.deepEqual([response.status, response.headers['content-type'], response.text], [401, type, text]);
    assert.equal(response.setCookie, undefined);
  }
});

test('sign-in with the cookie of a signed-in user responds with 500', async (t) => {
  const { send, signIn } = await startCookieServer(t);
  const { cookie } = await signIn('member');
  const get: RawRequest = { method: 'GET', path: '/api/sign_in' };
  for (const request of [signInRequest('member'), signInRequest('other'), signInRequest('other', 'wrong'), get]) {
    for (const accept of [undefined, '*/*', 'text/html', 'application/json, text/plain, */*', 'text/html, text/csv']) {
      const response = await send({ ...request, cookie, headers: { ...jsonHeaders, ...(accept && { accept }) } });
      assert.deepEqual([response.status, response.headers['content-type']], [500, 'text/plain; charset=utf-8'], accept);
      assert.equal(response.setCookie, undefined);
    }
  }
});

test('sign-in with such a cookie, by a client that does not accept HTML, issues a token for the user of the cookie', async (t) => {
  const { send, viewer, signIn } = await startCookieServer(t);
  const { cookie } = await signIn('member');
  for (const request of [
    signInRequest('other'),
    signInRequest('other', 'wrong'),
    { path: '/api/sign_in', body: '{}' },
    { path: '/api/sign_in', body: '{"api_user":"x"}' },
  ]) {
    const again = await signIn('member', { ...request, cookie, headers: acceptsJson });
    assert.equal(await viewer({ token: again.token }), '@member-key');
    assert.equal(await viewer({ cookie: again.cookie }), '@member-key');
  }
  const get = await send({ method: 'GET', path: '/api/sign_in', cookie, headers: acceptsJson });
  assert.deepEqual([get.status, get.text], [401, anonymousUser]);
  assert.equal(await viewer({ cookie: get.cookie }), '@member-key');
});

test('sign-in with the cookie of a session without a user, or with a token, signs in the user of the key', async (t) => {
  const { send, viewer, signIn } = await startCookieServer(t);
  const { cookie } = await send(signInRequest('member', 'wrong'));
  const { token } = await signIn('member', { cookie });
  assert.equal(await viewer({ cookie: (await signIn('other', { token })).cookie }), '@other-key');
});

test('the specification dialect sets no cookie and reads none', async (t) => {
  const { cookie } = await (await startCookieServer(t)).signIn('member');
  const { url } = await startTestServer(t);
  const { status, headers } = await sendRawRequest(url, signInRequest('member'));
  assert.deepEqual([status, headers['set-cookie']], [200, undefined]);
  const body = '{"query":"{ session { user { name } } }"}';
  const received = await sendRawRequest(url, { body, headers: { ...jsonHeaders, cookie: `_session_id=${cookie}` } });
  assert.equal(received.text, '{"data":{"session":null}}');
});
