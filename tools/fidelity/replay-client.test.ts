import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startUpstream } from '../../test/support/upstream-server.ts';
import { ReplayClient } from './replay-client.ts';
import type { RecordedActor, RecordedRequest } from './recorded-exchange.ts';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * A client of a server that signs in every key, with a token that names the key, and echoes every other request. `status`
 * is that of the sign-in.
 */
async function startClient(t: test.TestContext, status = 200, urlSuffix = ''): Promise<ReplayClient> {
  let signInCount = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method, url, headers } = request;
      if (url !== '/town/api/sign_in') return response.end(JSON.stringify({ method, url, headers, body }));
      const { key, secret } = (JSON.parse(body) as { api_user: Record<string, string> }).api_user;
      assert.equal(secret, `${key?.replace('-key', '')}-secret-0123456789`);
      signInCount += 1;
      const jwt_token = `${encode({ n: signInCount })}.${encode({ sub: key, n: 1 })}.signature`;
      return response.writeHead(status).end(JSON.stringify({ jwt_token }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return new ReplayClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}/town/api${urlSuffix}`);
}

const request: RecordedRequest = { method: 'POST', path: '/api', headers: {}, json: {} };
const authorizationOf = async (client: ReplayClient, actor: RecordedActor, headers: Record<string, string> = {}) =>
  (await client.authorize(actor, { ...request, headers })).headers['authorization'];
const payloadOf = (authorization: string) => Buffer.from(authorization.split('.')[1]!, 'base64url').toString();

const subjects: [RecordedActor, sub: string][] = [
  ['admin', 'admin-key'],
  ['member', 'member-key'],
  ['other', 'other-key'],
  ['tampered', '1'],
  ['signed-out', 'member-key'],
];
for (const [actor, sub] of subjects) {
  test(`${actor} signs in once and sends a token of ${sub}`, async (t) => {
    const client = await startClient(t);
    const authorization = await authorizationOf(client, actor);
    assert.match(authorization!, /^Bearer [\w-]+\.[\w-]+\.signature$/);
    assert.deepEqual(JSON.parse(payloadOf(authorization!)), { sub, n: 1 });
    assert.equal(await authorizationOf(client, actor), authorization);
  });
}

test('the signed-out actor does not share the token of the member', async (t) => {
  const client = await startClient(t);
  assert.notEqual(await authorizationOf(client, 'signed-out'), await authorizationOf(client, 'member'));
});

test('sends the recorded Authorization header, with a valid token in place of <token>', async (t) => {
  const client = await startClient(t);
  assert.equal(await authorizationOf(client, 'anonymous'), undefined);
  assert.equal(await authorizationOf(client, 'garbage'), 'Bearer not.a.token');
  assert.equal(await authorizationOf(client, 'member', { authorization: 'Basic abc' }), 'Basic abc');
  const replaced = await authorizationOf(client, 'anonymous', { authorization: 'bearer <token>' });
  assert.equal(replaced, (await authorizationOf(client, 'member'))!.replace('Bearer', 'bearer'));
});

const requests: [name: string, RecordedRequest, received: Record<string, unknown>][] = [
  [
    'a path with a query string',
    { method: 'GET', path: '/api?a=%7B', headers: {} },
    { method: 'GET', url: '/town/api?a=%7B', body: '' },
  ],
  ['a path with a trailing slash', { ...request, path: '/api/' }, { url: '/town/api/', body: '{}' }],
  [
    'a body that is not JSON',
    { method: 'POST', path: '/api', headers: { 'content-type': '' }, text: '{"é' },
    { body: '{"é' },
  ],
];
for (const [name, recorded, received] of requests) {
  test(`sends unchanged: ${name}`, async (t) => {
    const { json } = await (await startClient(t)).send(recorded, 'a test');
    const { headers, ...rest } = json as { headers: Record<string, string> };
    assert.deepEqual({ ...rest, ...received }, rest);
    assert.equal(headers['content-type'], recorded.headers['content-type']);
  });
}

test('the URL of the API may end with a slash', async (t) => {
  const { json } = await (await startClient(t, 200, '/')).send(request, 'a test');
  assert.equal((json as { url: string }).url, '/town/api');
});

test('a refused sign-in and an unreachable server have exit code 4', async (t) => {
  const refused = (await startClient(t, 403)).authorize('admin', request);
  await assert.rejects(refused, { exitCode: 4, message: /refuses the sign-in of admin-key: HTTP 403$/ });
  const unreachable = new ReplayClient('http://127.0.0.1:1/api').authorize('member', request);
  await assert.rejects(unreachable, {
    exitCode: 4,
    message: /^http:\/\/127\.0\.0\.1:1\/api does not respond to the sign-in of member-key: /,
  });
});

for (const [name, body, text] of [
  ['too long', ' '.repeat(11_000_000), 'the response is longer than 10 MB'],
  ['nested too deep', '['.repeat(100_000) + ']'.repeat(100_000), 'the response is nested deeper than 100 levels'],
] as const)
  test(`a response that is ${name} is not parsed`, async (t) => {
    const url = await startUpstream(t, (_, response) => response.end(body));
    const response = await new ReplayClient(`${url}/api`).send(request, 'a test');
    assert.deepEqual([response.json, response.text], [undefined, text]);
  });
