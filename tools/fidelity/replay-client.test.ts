import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ReplayClient } from './replay-client.ts';
import type { RecordedActor, RecordedRequest } from './recorded-exchange.ts';

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A server that signs everyone in, with a token that says who it is, and answers every other request with what it got. */
async function start(t: test.TestContext, status = 200, end = ''): Promise<ReplayClient> {
  let signedIn = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { method, url, headers } = request;
      if (url !== '/town/api/sign_in') return response.end(JSON.stringify({ method, url, headers, body }));
      const { key, secret } = (JSON.parse(body) as { api_user: Record<string, string> }).api_user;
      assert.equal(secret, `${key?.replace('-key', '')}-secret-0123456789`);
      signedIn += 1;
      const jwt_token = `${encoded({ n: signedIn })}.${encoded({ sub: key, n: 1 })}.signature`;
      return response.writeHead(status).end(JSON.stringify({ jwt_token }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return new ReplayClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}/town/api${end}`);
}

const request: RecordedRequest = { method: 'POST', path: '/api', headers: {}, json: {} };
const headerOf = async (actors: ReplayClient, actor: RecordedActor, headers: Record<string, string> = {}) =>
  (await actors.authorize(actor, { ...request, headers })).headers['authorization'];
const claims = (header = '') => header.split('.').map((part) => Buffer.from(part, 'base64url').toString())[1];

const tokens: [RecordedActor, sub: string][] = [
  ['admin', 'admin-key'],
  ['member', 'member-key'],
  ['other', 'other-key'],
  ['tampered', '1'],
  ['signed-out', 'member-key'],
];
for (const [actor, sub] of tokens) {
  test(`${actor} signs in once, and sends the token of ${sub}`, async (t) => {
    const actors = await start(t);
    const header = await headerOf(actors, actor);
    assert.match(header!, /^Bearer [\w-]+\.[\w-]+\.signature$/);
    assert.deepEqual(JSON.parse(claims(header)!), { sub, n: 1 });
    assert.equal(await headerOf(actors, actor), header);
  });
}

test('a token that is signed out is not that of the member', async (t) => {
  const actors = await start(t);
  assert.notEqual(await headerOf(actors, 'signed-out'), await headerOf(actors, 'member'));
});

test('the others have no token; what a request says itself is sent, with a token in its place', async (t) => {
  const actors = await start(t);
  assert.equal(await headerOf(actors, 'anonymous'), undefined);
  assert.equal(await headerOf(actors, 'garbage'), 'Bearer not.a.token');
  assert.equal(await headerOf(actors, 'member', { authorization: 'Basic abc' }), 'Basic abc');
  const placed = await headerOf(actors, 'anonymous', { authorization: 'bearer <token>' });
  assert.equal(placed, (await headerOf(actors, 'member'))!.replace('Bearer', 'bearer'));
});

const sent: [fact: string, RecordedRequest, expected: Record<string, unknown>][] = [
  [
    'a path with parameters',
    { method: 'GET', path: '/api?a=%7B', headers: {} },
    { method: 'GET', url: '/town/api?a=%7B', body: '' },
  ],
  ['a slash at the end', { ...request, path: '/api/' }, { url: '/town/api/', body: '{}' }],
  ['a body of bytes', { method: 'POST', path: '/api', headers: { 'content-type': '' }, text: '{"é' }, { body: '{"é' }],
];
for (const [fact, recorded, expected] of sent) {
  test(`sent as it is: ${fact}`, async (t) => {
    const { json } = await (await start(t)).send(recorded, 'it');
    const { headers, ...rest } = json as { headers: Record<string, string> };
    assert.deepEqual({ ...rest, ...expected }, rest);
    assert.equal(headers['content-type'], recorded.headers['content-type']);
  });
}

test('the URL of a server may end in a slash', async (t) => {
  const { json } = await (await start(t, 200, '/')).send(request, 'it');
  assert.equal((json as { url: string }).url, '/town/api');
});

test('a refused sign-in, and a server that is not there, end the run with exit code 4', async (t) => {
  const refused = (await start(t, 403)).authorize('admin', request);
  await assert.rejects(refused, { exitCode: 4, message: /refuses the sign-in of admin-key: HTTP 403$/ });
  const absent = new ReplayClient('http://127.0.0.1:1/api').authorize('member', request);
  await assert.rejects(absent, {
    exitCode: 4,
    message: /^http:\/\/127\.0\.0\.1:1\/api does not answer the sign-in of member-key: /,
  });
});
