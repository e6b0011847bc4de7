import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import test, { type TestContext } from 'node:test';
import { decidimServerDialect as decidim } from '../../../test/support/dialects.ts';
import { serverDialect as specification } from '../../dialects/specification.ts';
import { signInRequest } from '../../../test/support/cookie-server.ts';
import { type RawRequest, assertHttpError, jsonHeaders, sendRawRequest } from '../../../test/support/raw-http.ts';
import { startTestServer } from '../../../test/support/test-server.ts';
import { createExecutor } from '../executors.ts';
import { createForeignOriginTest } from './origins.ts';

const dialects = Object.entries({ specification, decidim }).map(
  ([name, dialect]) => [name, { dialect, executor: createExecutor(dialect) }] as const,
);
const body = '{"query":"{ session { user { id } } }"}';
const viewerResponse = (id: string | null) =>
  JSON.stringify({ data: { session: id === null ? null : { user: { id } } } });

/** Starts a server of a dialect. Its `sendFrom` sends a request with an Origin header, and other headers. */
async function startServer(t: TestContext, options: (typeof dialects)[number][1], corsOrigins?: string[]) {
  const { url } = await startTestServer(t, { ...options, corsOrigin: corsOrigins });
  const sendFrom = (origin: string | undefined, headers: object = {}, request: RawRequest = { body }) =>
    sendRawRequest(url, {
      ...request,
      headers: { ...jsonHeaders, ...(origin !== undefined && { origin }), ...headers },
    });
  return { url, sendFrom };
}

const demoToken = { authorization: 'Bearer admin-token' };
const loopbackOrigins = [
  'http://localhost',
  'http://localhost:5173',
  'https://localhost:8443',
  'http://app.localhost:3000',
  'http://127.0.0.1:4000',
  'http://127.255.0.9',
  'http://[::1]:3000',
];
const foreignOrigins = [
  'https://front.example',
  'null',
  '',
  'http://localhost.front.example',
  'http://notlocalhost',
  'http://127.0.0.1.front.example',
  'http://front.example:127',
  'http://localhost@front.example',
  'http://128.0.0.1',
  'http://0.0.0.0:4000',
  'http://[::2]',
  'file://localhost',
  'http://localhost, https://front.example',
];

for (const [name, options] of dialects) {
  test(`${name}: a page of a foreign origin cannot use a fixed token of the world`, async (t) => {
    const { sendFrom } = await startServer(t, options);
    for (const origin of foreignOrigins) {
      const response = await sendFrom(origin, demoToken);
      assertHttpError(response, 403, /fixed tokens.*--cors-origin/);
      assert.equal(response.headers['access-control-allow-origin'], '*', 'the page can read the error');
    }
    for (const origin of [undefined, ...loopbackOrigins]) {
      const { status, text } = await sendFrom(origin, demoToken);
      assert.deepEqual([status, text], [200, viewerResponse('1')], origin);
    }
  });

  test(`${name}: a page of a foreign origin can send anonymous requests and preflights`, async (t) => {
    const { sendFrom } = await startServer(t, options);
    for (const headers of [{}, { authorization: 'Bearer unknown' }, { cookie: '_session_id=unknown' }]) {
      const { status, text } = await sendFrom('https://front.example', headers);
      assert.deepEqual([status, text], [200, viewerResponse(null)]);
    }
    const headers = { ...demoToken, 'access-control-request-method': 'POST' };
    const preflight = await sendFrom('https://front.example', headers, { method: 'OPTIONS' });
    assert.ok([200, 204].includes(preflight.status), String(preflight.status));
  });

  test(`${name}: a page of a foreign origin cannot sign in with a key of the world`, async (t) => {
    const { sendFrom } = await startServer(t, options);
    for (const request of [signInRequest('member'), signInRequest('member', 'wrong')]) {
      const response = await sendFrom('https://front.example', {}, request);
      assertHttpError(response, 403, /keys of the world.*--cors-origin/);
      assert.deepEqual([response.headers.authorization, response.headers['set-cookie']], [undefined, undefined]);
    }
    const unknown = await sendFrom('https://front.example', {}, signInRequest('nobody'));
    assert.deepEqual([unknown.status, (JSON.parse(unknown.text) as { id?: null }).id], [403, null]);
    assert.equal((await sendFrom('http://localhost:5173', {}, signInRequest('member'))).status, 200);
  });

  test(`${name}: a page of a foreign origin can use a token from sign-in`, async (t) => {
    const { sendFrom } = await startServer(t, options);
    const { headers } = await sendFrom(undefined, {}, signInRequest('member'));
    const { status, text } = await sendFrom('https://front.example', { authorization: headers.authorization });
    assert.deepEqual([status, text], [200, viewerResponse('2')]);
  });

  test(`${name}: corsOrigins allows more origins`, async (t) => {
    const { sendFrom } = await startServer(t, options, ['https://Front.example/', 'null', 'capacitor://localhost']);
    for (const origin of ['https://front.example', 'null', 'capacitor://localhost', 'http://localhost:5173']) {
      assert.equal((await sendFrom(origin, demoToken)).text, viewerResponse('1'), origin);
      assert.equal((await sendFrom(origin, {}, signInRequest('member'))).status, 200, origin);
    }
    for (const origin of ['http://front.example', 'https://front.example:8443', 'https://a.front.example'])
      assert.equal((await sendFrom(origin, demoToken)).status, 403, origin);
    const all = await startServer(t, options, ['*']);
    for (const origin of foreignOrigins)
      assert.equal((await all.sendFrom(origin, demoToken)).text, viewerResponse('1'), origin);
  });
}

test('specification: GET is refused where POST is', async (t) => {
  const { sendFrom } = await startServer(t, dialects[0]![1]);
  const request = { method: 'GET', path: '/api?query={session{user{id}}}' };
  assertHttpError(await sendFrom('https://front.example', demoToken, request), 403, /fixed tokens.*--cors-origin/);
  assert.equal((await sendFrom('https://front.example', {}, request)).text, viewerResponse(null));
  assert.equal((await sendFrom('http://localhost:5173', demoToken, request)).text, viewerResponse('1'));
});

test('decidim: a page of a foreign origin cannot use a session cookie', async (t) => {
  const { sendFrom } = await startServer(t, dialects[1]![1]);
  const signedIn = await sendFrom(undefined, {}, signInRequest('member'));
  const cookie = signedIn.headers['set-cookie']![0]!.split(';')[0]!;
  for (const request of [
    { body },
    signInRequest('nobody'),
    { method: 'GET', path: '/api/sign_in' },
    { method: 'DELETE', path: '/api/sign_out' },
  ]) {
    const response = await sendFrom('https://front.example', { cookie }, request);
    assertHttpError(response, 403, /session cookie.*--cors-origin/);
    assert.equal(response.headers['set-cookie'], undefined);
  }
  for (const origin of [undefined, 'http://localhost:5173'])
    assert.equal((await sendFrom(origin, { cookie })).text, viewerResponse('2'), origin);
  const signedOut = await sendFrom(undefined, {}, { method: 'DELETE', path: '/api/sign_out' });
  const anonymousCookie = signedOut.headers['set-cookie']![0]!.split(';')[0]!;
  const anonymous = await sendFrom('https://front.example', { cookie: anonymousCookie });
  assert.deepEqual([anonymous.status, anonymous.text], [200, viewerResponse(null)]);
});

test('the own origin of a server is that of its Host, if nobody else can have the name', () => {
  const isForeign = createForeignOriginTest({ allowedHosts: ['Demo.example', '*'] });
  for (const [origin, host] of [
    ['http://192.168.1.2:4000', '192.168.1.2:4000'],
    ['http://[fd00::2]:4000', '[FD00::2]:4000'],
    ['https://10.0.0.7', '10.0.0.7'],
    ['https://10.0.0.7', '10.0.0.7:443'],
    ['https://demo.example', 'demo.example'],
    ['http://demo.example:8080', 'DEMO.example:8080'],
    [`http://${hostname().toLowerCase()}:4000`, `${hostname()}:4000`],
  ] as const)
    assert.equal(isForeign({ origin, host }), false, `${origin} at ${host}`);
  for (const [origin, host] of [
    ['http://192.168.1.2:4001', '192.168.1.2:4000'],
    ['http://192.168.1.3:4000', '192.168.1.2:4000'],
    ['http://192.168.1.2', '192.168.1.2:4000'],
    ['http://demo.example', 'demo.example:443'],
    ['https://front.example', 'front.example'],
    ['http://192.168.1.2.front.example', '192.168.1.2.front.example'],
    ['https://a.demo.example', 'a.demo.example'],
    ['null', 'demo.example'],
    ['capacitor://demo.example', 'demo.example'],
    ['http://undefined', undefined],
    ['https://demo.example@front.example', 'demo.example@front.example'],
    ['http://192.168.1.2/', '192.168.1.2/'],
  ] as const)
    assert.equal(isForeign({ origin, host }), true, `${origin} at ${host}`);
});
