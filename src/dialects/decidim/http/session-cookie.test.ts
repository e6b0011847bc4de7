import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { type RawRequest, jsonHeaders, sendRawRequest } from '../../../../test/support/raw-request.ts';
import { meetingAttributes } from '../../../../test/support/inputs.ts';
import { demoWorld, startTestServer } from '../../../../test/support/test-server.ts';
import { createExecutor } from '../../../server/app.ts';
import { createSessions, generateSigningKey } from '../../../server/auth/sessions.ts';
import { createMemoryStore } from '../../../store/open.ts';
import { serverDialect } from '../server.ts';

const executor = createExecutor(serverDialect);
const start = Date.parse('2026-11-21T19:00:00Z');

/** A server whose sessions use a clock that the test sets, and what the tests send to it. */
async function startServer(t: TestContext, signingKey = generateSigningKey()) {
  const time = { now: start };
  const store = createMemoryStore(demoWorld);
  const sessions = createSessions({ store, signingKey, lifetimeSeconds: 7200, clock: () => time.now });
  const { url } = await startTestServer(t, { dialect: serverDialect, executor, store, sessions });
  const send = async ({ cookie, token, headers = jsonHeaders, ...request }: Request = {}) => {
    const credentials = {
      ...(cookie !== undefined && { cookie: cookie.includes('=') ? cookie : `_session_id=${cookie}` }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const response = await sendRawRequest(url, { ...request, headers: { ...headers, ...credentials } });
    const setCookie = response.headers['set-cookie'];
    assert.ok(setCookie === undefined || setCookie.length === 1);
    return { ...response, setCookie: setCookie?.[0], cookie: setCookie?.[0]?.split(/[=;]/)[1] };
  };
  /** The nickname of the user that credentials sign in, or null. */
  const viewer = async (credentials: Credentials): Promise<string | null> => {
    const { text } = await send({ ...credentials, body: '{"query":"{ session { user { nickname } } }"}' });
    const { data } = JSON.parse(text) as { data: { session: { user: { nickname: string } } | null } };
    return data.session?.user.nickname ?? null;
  };
  const signIn = async (user: 'admin' | 'member' | 'other', request: Request = {}) => {
    const response = await send({ ...signInRequest(user), ...request });
    assert.equal(response.status, 200);
    return { cookie: response.cookie!, token: (JSON.parse(response.text) as { jwt_token: string }).jwt_token };
  };
  const signOut = (credentials: Credentials & Request) =>
    send({ method: 'DELETE', path: '/api/sign_out', headers: {}, ...credentials });
  return { send, viewer, signIn, signOut, time, sessions };
}

interface Credentials {
  /** The value of the session cookie, or a whole `Cookie` header. */
  cookie?: string;
  token?: string;
}
type Request = RawRequest & Credentials;

const signInRequest = (user: string, secret = `${user}-secret-0123456789`): RawRequest => ({
  path: '/api/sign_in',
  body: JSON.stringify({ api_user: { key: `${user}-key`, secret } }),
});
const typename = { body: '{"query":"{ __typename }"}' };
const acceptsJson = { ...jsonHeaders, accept: 'application/json' };

test('sign-in sets a session cookie that alone signs the user in', async (t) => {
  const { send, viewer } = await startServer(t);
  const { setCookie, cookie } = await send(signInRequest('member'));
  const attributes = 'path=/; expires=Sat, 21 Nov 2026 19:30:00 GMT; httponly; samesite=lax';
  assert.equal(setCookie, `_session_id=${cookie}; ${attributes}`);
  assert.match(cookie!, /^[\w.%-]{40,}$/);
  assert.equal(await viewer({ cookie }), '@member-key');
});

test('a mutation by cookie acts for the user of the cookie', async (t) => {
  const { send, signIn } = await startServer(t);
  const { cookie } = await signIn('member');
  const attributes = {
    ...meetingAttributes,
    title: 'A meeting',
    description: 'By cookie',
    onlineMeetingUrl: 'https://meet.example.org',
  };
  const query = `mutation($input: CreateMeetingInput!) { component(id: 2) { ... on MeetingsMutation {
    createMeeting(input: $input) { author { nickname } } } } }`;
  const variables = { input: { locale: 'en', attributes } };
  const { text } = await send({ cookie, body: JSON.stringify({ query, variables }) });
  assert.deepEqual(JSON.parse(text), {
    data: { component: { createMeeting: { author: { nickname: '@member-key' } } } },
  });
});

test('the cookie decides before the bearer token', async (t) => {
  const { viewer, signIn } = await startServer(t);
  const member = await signIn('member');
  const other = await signIn('other');
  for (const token of [other.token, 'other-token', 'not.a.token', ''])
    assert.equal(await viewer({ cookie: member.cookie, token }), '@member-key', token);
  assert.equal(await viewer({ token: other.token }), '@other-key');
});

test('a request with a valid token sets the cookie of a session without a user', async (t) => {
  const { send, viewer, signIn } = await startServer(t);
  const { token } = await signIn('member');
  const { cookie } = await send({ ...typename, token });
  assert.ok(cookie);
  assert.equal(await viewer({ cookie }), null);
  assert.equal(await viewer({ cookie, token }), '@member-key');
  for (const request of [{ token: 'not.a.token' }, { cookie: 'unknown' }, {}])
    assert.equal((await send({ ...typename, ...request })).setCookie, undefined);
});

test('a cookie that the server did not sign is ignored', async (t) => {
  const { send, viewer, signIn } = await startServer(t);
  const { cookie, token } = await signIn('member');
  const elsewhere = await (await startServer(t)).signIn('member');
  const flipped = cookie.at(-3) === 'A' ? 'B' : 'A';
  const tampered = [`X${cookie}`, `1${cookie.slice(1)}`, `${cookie.slice(0, -3)}${flipped}${cookie.slice(-2)}`];
  for (const value of ['', 'unknown', token, 'member-token', elsewhere.cookie, cookie.slice(0, -1), ...tampered]) {
    assert.equal(await viewer({ cookie: `_session_id=${value}` }), null, value);
    assert.equal((await send({ ...typename, cookie: `_session_id=${value}` })).setCookie, undefined, value);
  }
  assert.equal(await viewer({ token: cookie }), null);
});

test('of several session cookies the first one counts', async (t) => {
  const { viewer, signIn } = await startServer(t);
  const { cookie } = await signIn('member');
  assert.equal(await viewer({ cookie: `a=b; _session_id=${cookie}; c=d` }), '@member-key');
  assert.equal(await viewer({ cookie: `_session_id=${cookie}; _session_id=unknown` }), '@member-key');
  assert.equal(await viewer({ cookie: `_session_id=unknown; _session_id=${cookie}` }), null);
  assert.equal(await viewer({ cookie: `other_session_id=${cookie}` }), null);
});

test('a cookie is valid for half an hour, and each request extends the session by a new one', async (t) => {
  const { send, viewer, signIn, time } = await startServer(t);
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

test('a cookie outlives a restart with the same signing key', async (t) => {
  const key = generateSigningKey();
  const { cookie } = await (await startServer(t, key)).signIn('member');
  assert.equal(await (await startServer(t, key)).viewer({ cookie }), '@member-key');
});

test('sign-out sets the cookie of a session without a user', async (t) => {
  const { viewer, signIn, signOut } = await startServer(t);
  const { cookie } = await signIn('member');
  for (const credentials of [{ cookie }, {}, { cookie: 'unknown' }, { token: 'not.a.token' }]) {
    const response = await signOut(credentials);
    assert.deepEqual([response.status, response.text], [200, '']);
    assert.equal(response.headers['content-type'], 'text/html');
    assert.ok(response.cookie);
    assert.equal(await viewer({ cookie: response.cookie }), null);
  }
});

test('sign-out revokes the token that is sent, and no cookie', async (t) => {
  const { viewer, signIn, signOut } = await startServer(t);
  const { cookie, token } = await signIn('member');
  await signOut({ cookie });
  assert.equal(await viewer({ token }), '@member-key', 'the token was not sent');
  assert.equal(await viewer({ cookie }), '@member-key', 'the platform does not store sessions');
  const other = await signIn('other');
  await signOut({ cookie, token: other.token });
  assert.equal(await viewer({ token: other.token }), null);
  assert.equal(await viewer({ token }), '@member-key');
  assert.equal(await viewer({ cookie: other.cookie }), '@other-key');
  assert.equal(await viewer({ cookie, token: other.token }), '@member-key');
});

test('a client that accepts only JSON gets no cookie from sign-out unless it was signed in by cookie', async (t) => {
  const { signIn, signOut } = await startServer(t);
  const { cookie, token } = await signIn('member');
  for (const [credentials, accept, type, hasCookie] of [
    [{ cookie }, 'application/json', 'application/json', true],
    [{ cookie }, 'application/graphql-response+json', 'text/html', true],
    [{ token }, 'application/json', 'text/html', false],
    [{}, 'application/graphql-response+json', 'text/html', false],
    [{}, 'application/json, */*', 'text/html', true],
  ] as const) {
    const response = await signOut({ ...credentials, headers: { accept } });
    const found = [response.status, response.headers['content-type'], response.setCookie !== undefined];
    assert.deepEqual(found, [200, type, hasCookie], accept);
  }
});

const nobody = '{"id":null,"name":null,"nickname":"","jwt_token":null,"avatar":null}';

test('a failed sign-in sets the cookie of a session without a user', async (t) => {
  const { send, viewer } = await startServer(t);
  const inUrl = '/api/sign_in?api_user%5Bkey%5D=member-key&api_user%5Bsecret%5D=member-secret-0123456789';
  for (const [request, status] of [
    [signInRequest('member', 'wrong'), 403],
    [{ path: '/api/sign_in', headers: {} }, 403],
    [{ path: inUrl, headers: {} }, 401],
  ] as const) {
    const response = await send(request);
    assert.deepEqual([response.status, response.text], [status, nobody]);
    assert.ok(response.cookie);
    assert.equal(await viewer({ cookie: response.cookie }), null);
  }
});

test('a failed sign-in of a client that does not accept HTML is a 401 with a message and no cookie', async (t) => {
  const { send } = await startServer(t);
  const message = 'Invalid key, secret or password.';
  for (const [accept, type, text] of [
    ['application/json', 'application/json; charset=utf-8', `{"error":"${message}"}`],
    ['application/json, text/html', 'application/json; charset=utf-8', `{"error":"${message}"}`],
    ['application/graphql-response+json', 'text/html; charset=utf-8', message],
  ] as const) {
    const response = await send({ ...signInRequest('member', 'wrong'), headers: { ...jsonHeaders, accept } });
    assert.deepEqual([response.status, response.headers['content-type'], response.text], [401, type, text]);
    assert.equal(response.setCookie, undefined);
  }
});

test('signing in by a cookie that already signs in is a 500', async (t) => {
  const { send, signIn } = await startServer(t);
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

test('with such a cookie a client that does not accept HTML gets a token for the user of the cookie', async (t) => {
  const { send, viewer, signIn } = await startServer(t);
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
  assert.deepEqual([get.status, get.text], [401, nobody]);
  assert.equal(await viewer({ cookie: get.cookie }), '@member-key');
});

test('signing in with the cookie of a session without a user, or with a token, signs in the user of the key', async (t) => {
  const { send, viewer, signIn } = await startServer(t);
  const { cookie } = await send(signInRequest('member', 'wrong'));
  const { token } = await signIn('member', { cookie });
  assert.equal(await viewer({ cookie: (await signIn('other', { token })).cookie }), '@other-key');
});

test('a session cookie is sent again with some responses and not with others', async (t) => {
  const { send, signIn } = await startServer(t);
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

test('the specification dialect sets no cookie and reads none', async (t) => {
  const { cookie } = await (await startServer(t)).signIn('member');
  const { url } = await startTestServer(t);
  const { status, headers } = await sendRawRequest(url, signInRequest('member'));
  assert.deepEqual([status, headers['set-cookie']], [200, undefined]);
  const body = '{"query":"{ session { user { name } } }"}';
  const received = await sendRawRequest(url, { body, headers: { ...jsonHeaders, cookie: `_session_id=${cookie}` } });
  assert.equal(received.text, '{"data":{"session":null}}');
});
