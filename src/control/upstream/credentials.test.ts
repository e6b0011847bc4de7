import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startBesideUpstream } from '../../../test/support/beside-upstream.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

test('a credential of any world is in no header of a forwarded request, however it is written', async (t) => {
  const server = await startBesideUpstream(t, { controlToken: 'control-token' });
  const { world, sessions, request, received } = server;
  const { token } = await world.tokens.issue({ user: 2 });
  const session = await sessions.get('one');
  const { token: ofSession } = await session.tokens.issue({ user: 2 });
  session.store.update((transaction) => transaction.update('users', 2, { token: 'of+the/other "world"=' }));
  const application = await world.records.create('oauthApplications', { refreshTokens: true });
  const { grants } = world.authentication;
  const user = world.store.get('users', 4);
  const consent = {
    application,
    user,
    redirectUri: 'http://localhost:3000/callback',
    challenge: null,
    challengeMethod: null,
  };
  const code = await grants.issueCode({ ...consent, scopes: 'profile' });
  const granted = await grants.issueToken({ application, user, scopes: 'profile', codeId: null });
  const own = [
    token,
    ofSession,
    'admin-token',
    'member-secret-0123456789',
    'control-token',
    'of+the/other "world"=',
    application.secret!,
    code,
    granted.accessToken,
    granted.refreshToken!,
    world.authentication.signCookie({ user, sessionId: 'abc', returnTo: '/oauth/authorize' }, 60).value,
  ];
  for (const each of own) {
    const escaped = each.replaceAll('"', '\\"');
    const headers: Record<string, string>[] = [
      { Authorization: `Basic ${base64(`user:${each}`)}` },
      { Authorization: `Basic ${base64(`${each}:x`)}` },
      { Authorization: `Bearer ${base64(each)}` },
      { Authorization: `Token ${each}` },
      { Authorization: `Token token="${escaped}"` },
      { Authorization: `Bearer "${escaped}"` },
      { Authorization: `Bearer a, Bearer ${each}` },
      { Authorization: each },
      { Authorization: `Bearer%20${encodeURIComponent(each)}` },
      { 'X-Auth-Token': each },
      { 'X-Api-Key': `key=${encodeURIComponent(each)}; v=1` },
      { 'X-Json': JSON.stringify({ tokens: ['a', each] }) },
      { Cookie: `token=${encodeURIComponent(each)}` },
      { Cookie: `token="${base64(each)}"` },
    ];
    for (const sent of headers) await request('GET', '/page', sent);
  }
  assert.equal(received.length, own.length * 14);
  for (const { message } of received)
    assert.deepEqual(
      Object.keys(message.headers).toSorted(),
      ['connection', 'host', 'via'],
      String(message.rawHeaders),
    );
});

test('an authentication scheme that hides its credential is not forwarded, nor is a second one', async (t) => {
  const { request, received } = await startBesideUpstream(t);
  for (const authorization of [
    'Digest username="a", response="b"',
    'Negotiate YII=',
    'AWS4-HMAC-SHA256 Credential=a',
    'of-the-deployment',
    'Bearer',
    'Bearer "of-the-deployment"',
    ['Bearer of-the-deployment', 'Bearer second'],
  ])
    await request('GET', '/page', { Authorization: authorization });
  assert.ok(received.length === 7 && received.every(({ message }) => message.headers.authorization === undefined));
});

test('what belongs to the deployment is forwarded, beside a credential of the stand-in', async (t) => {
  const { request, received } = await startBesideUpstream(t);
  await request('GET', '/page?a=1&token=admin-token&b=%2f', {
    Authorization: 'Bearer of-the-deployment',
    Cookie: 'a=admin-token; =_session_id=x; b; c=member; d="quoted"',
    'X-Key': 'of-the-deployment',
    'X-Own': 'admin-token',
  });
  const { message } = received[0]!;
  assert.equal(message.url, '/page?a=1&b=%2f');
  assert.equal(message.headers.authorization, 'Bearer of-the-deployment');
  assert.deepEqual(message.headers.cookie!.split(/; */), ['c=member', 'd="quoted"']);
  assert.deepEqual([message.headers['x-key'], message.headers['x-own']], ['of-the-deployment', undefined]);
});

test('a credential in a query string, a path or a document is not forwarded', async (t) => {
  const { request, graphql, received } = await startBesideUpstream(t);
  for (const search of ['?token=admin-token', '?a=1&%61dmin-token', `?t=${base64('Bearer admin-token')}`])
    await request('GET', `/page${search}`);
  for (const { message } of received) assert.match(message.url!, /^\/page\?(?:a=1)?$/);
  assert.equal(received.length, 3);
  const { statusCode, headers } = await request('GET', '/feeds/admin-token/rss');
  assert.deepEqual([statusCode, headers['x-plenum-upstream']], [400, undefined]);
  await graphql('{ unknownField(token: "admin-token") }');
  await graphql(
    'query($t: String) { unknownField(token: $t) }',
    {},
    { variables: { t: ['member-secret-0123456789'] } },
  );
  assert.equal(received.length, 3);
  await graphql('{ unknownField(token: "of-the-deployment") }');
  assert.equal(received.length, 4);
});

test('malformed cookies of an upstream are left out', async (t) => {
  const { request } = await startBesideUpstream(t, {
    respond: (_, response) => {
      const cookies = [
        '=_session_id=evil',
        '_session_id',
        '_session_id =evil',
        '"_session_id"=evil',
        ';a=1',
        'b=2; Path=/',
      ];
      response.writeHead(200, { 'Set-Cookie': [...cookies, '\t=x', 'X-Plenum-Session=evil', 'c='] }).end();
    },
  });
  assert.deepEqual((await request('GET', '/page')).headers['set-cookie'], ['b=2; Path=/', 'c=']);
});

const token = 'member-secret-0123456789';
const filler = (length: number) => 'lorem ipsum dolor '.repeat(Math.ceil(length / 18)).slice(0, length);
const windowBytes = 256 * 1024;
const bodies: [name: string, body: string][] = [
  ['as a text', `a=1&key=${token}`],
  ['in JSON', JSON.stringify({ a: [{ token }] })],
  ['percent-encoded', `key=${token.replaceAll('-', '%2D')}`],
  ['in Base64', base64(`{"token":"${token}"}`)],
  ['in a file of several parts', `--x\r\nContent-Disposition: form-data; name="k"\r\n\r\n${token}\r\n--x--`],
  ['across the end of a window', `${filler(windowBytes - 10)} ${token} ${filler(windowBytes)}`],
  ['at the end of 3 MB', `${filler(3_000_000)} ${token}`],
  ['in Base64 across the end of a window', base64(`${'x'.repeat(196_600)}, ${token}, ${'x'.repeat(400_001)}`)],
];

const framingsOf = (body: string): Record<string, string>[] => [
  { 'Content-Length': String(body.length) },
  { 'Transfer-Encoding': 'chunked' },
];

for (const [name, body] of bodies)
  for (const framing of framingsOf(body))
    test(`a body with a credential ${name} does not arrive, with ${Object.keys(framing)[0]}`, async (t) => {
      const { request, received, bugs } = await startBesideUpstream(t, { upstreamWrites: true });
      const { statusCode, bytes } = await request('POST', '/uploads', framing, body);
      assert.equal(statusCode, 400, bytes.toString());
      assert.match(bytes.toString(), /does not get this body: it has a credential of the stand-in/);
      assert.deepEqual([received, bugs], [[], []]);
    });

test('a compressed body is refused, because it cannot be searched', async (t) => {
  const { request, received } = await startBesideUpstream(t, { upstreamWrites: true });
  const { statusCode } = await request('POST', '/uploads', { 'Content-Encoding': 'gzip', 'Content-Length': '1' }, 'x');
  assert.deepEqual([statusCode, received], [415, []]);
});

test('a long body without a credential arrives as it is', async (t) => {
  const { request, received } = await startBesideUpstream(t, { upstreamWrites: true });
  const body = `${filler(1_000_003)}${base64('x'.repeat(700_001))}`;
  for (const framing of framingsOf(body))
    assert.equal((await request('PUT', '/uploads', framing, body)).statusCode, 200);
  assert.ok(received.length === 2 && received.every((each) => each.body === body));
});
