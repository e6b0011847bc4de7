import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startBesideUpstream } from '../../../test/support/beside-upstream.ts';

describe('the request that an upstream gets', () => {
  test('has the headers of the client, and Host and Via of the stand-in', async (t) => {
    const { request, received, origin } = await startBesideUpstream(t);
    const endToEnd = {
      accept: 'text/html',
      'accept-encoding': 'br, gzip',
      'accept-language': 'ca',
      'if-none-match': '"1"',
      range: 'bytes=0-3',
      'user-agent': 'a browser',
    };
    await request('GET', '/page', { ...endToEnd, 'X-Twice': ['1', '2'], Via: '1.0 other' });
    const { via, ...headers } = received[0]!.message.headersDistinct;
    assert.match(via!.join(), /^1\.0 other, 1\.1 plenum-\w+$/);
    assert.deepEqual(
      { ...headers },
      {
        ...Object.fromEntries(Object.entries(endToEnd).map(([name, value]) => [name, [value]])),
        'x-twice': ['1', '2'],
        host: [new URL(origin).host],
        connection: ['close'],
      },
    );
  });

  test('has no hop-by-hop headers', async (t) => {
    const { request, received } = await startBesideUpstream(t);
    await request('GET', '/page', {
      Connection: 'close, X-Hop, Keep-Alive, TE',
      'X-Hop': '1',
      'Keep-Alive': 'timeout=5',
      'Proxy-Authorization': 'Basic a',
      'Proxy-Connection': 'close',
      TE: 'trailers',
      Upgrade: 'h2c',
    });
    assert.deepEqual(Object.keys(received[0]!.message.headers).toSorted(), ['connection', 'host', 'via']);
  });

  test('has no headers that name or control the stand-in', async (t) => {
    const { request, received } = await startBesideUpstream(t);
    await request('GET', '/page', {
      Origin: 'http://localhost:3000',
      Referer: 'http://localhost:3000/?token=1',
      Forwarded: 'for=10.0.0.1',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-For': '10.0.0.1',
      'X-Real-IP': '10.0.0.1',
      'X-Plenum-Session': 'one',
      'X-Plenum-Other': '1',
    });
    assert.deepEqual(Object.keys(received[0]!.message.headers).toSorted(), ['connection', 'host', 'via']);
  });

  test('has no cookie of the stand-in, and the others', async (t) => {
    const { request, received } = await startBesideUpstream(t, { dialect: 'decidim-0.32' });
    await request('GET', '/page', { Cookie: 'a=1; _session_id=secret; X-Plenum-Session=one; b=2=3' });
    await request('GET', '/page', { Cookie: '_session_id=secret' });
    assert.deepEqual(
      received.map(({ message }) => message.headers.cookie),
      ['a=1;  b=2=3', undefined].map((each) => each?.replaceAll(/\s+/g, ' ')),
    );
  });

  test('has no token of the stand-in, and tokens that the stand-in does not know', async (t) => {
    const server = await startBesideUpstream(t, { controlToken: 'control-token' });
    const { world, sessions, request, graphql, received } = server;
    const { token } = await world.tokens.issue({ user: 2 });
    const { token: expired } = await world.tokens.issue({ user: 2, expiresIn: 'PT0S' });
    const { token: ofSession } = await (await sessions.get('one')).tokens.issue({ user: 2 });
    const own = [token, expired, ofSession, 'admin-token', 'member-token', 'member-key', 'control-token'];
    const query = '{ organization { favoriteColor } }';
    for (const each of own)
      for (const scheme of ['Bearer', 'bearer', 'Token']) {
        await request('GET', '/page', { Authorization: `${scheme} ${each}` });
        await graphql(query, { Authorization: `${scheme} ${each}` });
      }
    assert.equal(received.length, own.length * 6);
    assert.ok(received.every(({ message }) => message.headers.authorization === undefined));
    const foreign = ['Bearer of-the-deployment', 'Basic dXNlcjpwYXNz', 'Bearer a.eyJzY3AiOiJhcGlfdXNlciJ9.c'];
    for (const authorization of foreign) await request('GET', '/page', { Authorization: authorization });
    await graphql(query, { Authorization: foreign[0]! });
    assert.deepEqual(
      received.slice(own.length * 6).map(({ message }) => message.headers.authorization),
      [...foreign, foreign[0]],
    );
  });
});

describe('the response of an upstream', () => {
  test('is passed on with its status, headers and encoded body', async (t) => {
    const bytes = gzipSync('a page');
    const { request, origin } = await startBesideUpstream(t, {
      dialect: 'decidim-0.32',
      respond: (_, response) => {
        response.sendDate = false;
        const headers = [
          ['Content-Type', 'text/html'],
          ['Content-Encoding', 'gzip'],
          ['Content-Length', String(bytes.length)],
          ['ETag', '"1"'],
          ['Cache-Control', 'max-age=60'],
          ['Link', '</a>'],
          ['Link', '</b>'],
          ['Vary', 'Accept'],
          ['Date', 'Sun, 22 Nov 2026 00:00:00 GMT'],
        ];
        const hopByHop = [
          ['Connection', 'X-Hop, close'],
          ['X-Hop', '1'],
          ['Keep-Alive', 'timeout=5'],
          ['Proxy-Authenticate', 'Basic'],
        ];
        response.writeHead(418, 'Short and stout', [...headers, ...hopByHop].flat());
        response.end(bytes);
      },
    });
    const response = await request('GET', '/page');
    assert.deepEqual([response.statusCode, response.statusMessage], [418, 'Short and stout']);
    assert.deepEqual(response.bytes, bytes);
    assert.deepEqual(
      { ...response.headersDistinct },
      {
        'content-type': ['text/html'],
        'content-encoding': ['gzip'],
        'content-length': [String(bytes.length)],
        etag: ['"1"'],
        'cache-control': ['max-age=60'],
        link: ['</a>', '</b>'],
        vary: ['Origin, Accept'],
        date: ['Sun, 22 Nov 2026 00:00:00 GMT'],
        'x-plenum-upstream': [origin],
        connection: ['close'],
      },
    );
  });

  test('without a body or a media type stays so', async (t) => {
    const { request } = await startBesideUpstream(t, {
      dialect: 'decidim-0.32',
      respond: (message, response) => void response.writeHead(Number(message.url!.slice(1))).end(),
    });
    for (const status of [200, 204, 304, 404]) {
      const { statusCode, headers, bytes } = await request('GET', `/${status}`);
      assert.deepEqual([statusCode, headers['content-type'], bytes.length], [status, undefined, 0]);
    }
  });

  test('has no trailer fields, nor their names', async (t) => {
    const { request } = await startBesideUpstream(t, {
      respond: (_, response) => {
        response.writeHead(200, { Trailer: 'X-End' }).write('body');
        response.addTrailers({ 'X-End': '1' });
        response.end();
      },
    });
    const { headers, trailers, bytes } = await request('GET', '/page');
    assert.deepEqual([headers.trailer, { ...trailers }, bytes.toString()], [undefined, {}, 'body']);
  });

  test('to HEAD has the length of the body that GET has', async (t) => {
    const { request } = await startBesideUpstream(t, {
      respond: (_, response) => void response.writeHead(200, { 'Content-Length': '12345' }).end(),
    });
    const { headers, bytes } = await request('HEAD', '/page');
    assert.deepEqual([headers['content-length'], bytes.length], ['12345', 0]);
  });

  test('has no headers that a browser would use for the origin of the stand-in', async (t) => {
    const { request, origin } = await startBesideUpstream(t, {
      respond: (_, response) => {
        response.writeHead(200, {
          'Access-Control-Allow-Origin': 'https://decidim.example',
          'Access-Control-Allow-Credentials': 'true',
          'Alt-Svc': 'h3=":443"',
          'Clear-Site-Data': '"*"',
          'Strict-Transport-Security': 'max-age=1',
          'X-Plenum-Upstream': 'http://other',
        });
        response.end();
      },
    });
    const { headers } = await request('GET', '/page', { Origin: 'http://localhost:3000' });
    assert.deepEqual(
      Object.keys(headers).filter((name) => /^(access-control-allow-cred|alt-svc|clear|strict)/.test(name)),
      [],
    );
    assert.equal(headers['x-plenum-upstream'], origin);
    assert.notEqual(headers['access-control-allow-origin'], 'https://decidim.example');
  });

  test('sets its cookies for the host of the stand-in, without Secure over HTTP', async (t) => {
    const { request } = await startBesideUpstream(t, {
      respond: (_, response) => {
        response.writeHead(200, {
          'Set-Cookie': [
            'a=1; Domain=.example.org; Path=/; Secure; HttpOnly; SameSite=None; Partitioned',
            'b=Secure; domain=example.org;samesite=Lax; Expires=Sun, 22 Nov 2026 00:00:00 GMT',
            '__Host-c=1; Secure; Path=/',
            '_session_id=stolen; Path=/',
            'X-Plenum-Session=other',
          ],
        });
        response.end();
      },
    });
    assert.deepEqual((await request('GET', '/page')).headers['set-cookie'], [
      'a=1; Path=/; HttpOnly',
      'b=Secure;samesite=Lax; Expires=Sun, 22 Nov 2026 00:00:00 GMT',
      '__Host-c=1; Secure; Path=/',
    ]);
  });

  test('that is a redirect is not followed; a URL of the upstream becomes a path', async (t) => {
    const location = { value: '' };
    const server = await startBesideUpstream(t, {
      respond: (_, response) => void response.writeHead(302, { Location: location.value }).end('moved'),
    });
    const { request, origin, received } = server;
    const { host } = new URL(origin);
    const cases = [
      [`${origin}/users/sign_in?a=1#b`, '/users/sign_in?a=1#b'],
      [`${origin}//evil.example/`, '/evil.example/'],
      [`//${host}/page`, '/page'],
      [origin, '/'],
      ['/relative', '/relative'],
      ['next?page=2', 'next?page=2'],
      ['https://other.example/x', 'https://other.example/x'],
      [`https://${host}/x`, `https://${host}/x`],
      ['//other.example/x', '//other.example/x'],
      ['mailto:a@example.org', 'mailto:a@example.org'],
    ] as const;
    for (const [sent, expected] of cases) {
      location.value = sent;
      const { statusCode, headers, bytes } = await request('GET', '/page');
      assert.deepEqual([statusCode, headers.location, bytes.toString()], [302, expected, 'moved']);
    }
    assert.equal(received.length, cases.length);
  });

  test('keeps the session cookie that the stand-in sets', async (t) => {
    const { graphql, fetch } = await startBesideUpstream(t, {
      dialect: 'decidim-0.32',
      respond: (_, response) => void response.writeHead(200, { 'Set-Cookie': 'a=1' }).end('{"data":{}}'),
    });
    const body = JSON.stringify({ api_user: { key: 'member-key', secret: 'member-secret-0123456789' } });
    const signedIn = await fetch('/api/sign_in', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
    const { headers } = await graphql('{ organization { favoriteColor } }', { Cookie: cookie });
    assert.deepEqual(headers['set-cookie']!.map((each) => each.split('=')[0]).toSorted(), ['_session_id', 'a']);
  });
});
