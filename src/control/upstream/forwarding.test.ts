import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse, print } from 'graphql';
import { startBesideUpstream } from '../../../test/support/beside-upstream.ts';
import { startUpstream } from '../../../test/support/upstream-server.ts';
import { readOperation } from '../../../test/support/test-server.ts';
import { startControlServer } from '../../../test/support/control-server.ts';
import { meetingAttributes } from '../../../test/support/inputs.ts';
import { suiteDialects } from '../../dialects/dialects.ts';

const unknownField = '{ organization { favoriteColor } }';
const response = JSON.stringify({ data: { organization: { favoriteColor: 'green' } } });

for (const dialect of Object.keys(suiteDialects))
  describe(`beside an upstream, in ${dialect}`, () => {
    test('a path without a route is forwarded and marked', async (t) => {
      const { request, received, origin, requests } = await start(t, { dialect });
      const page = await request('GET', '/processes/a%20b?locale=ca&x=%2f');
      assert.equal(page.statusCode, 200);
      assert.equal(page.bytes.toString(), 'from the upstream');
      assert.equal(page.headers['x-plenum-upstream'], origin);
      assert.equal(received[0]!.message.url, '/processes/a%20b?locale=ca&x=%2f');
      const [exchange] = requests.find();
      assert.deepEqual([exchange!.path, exchange!.status, exchange!.upstream], ['/processes/a%20b', 200, origin]);
    });

    test('a query with unknown fields, types or arguments is forwarded', async (t) => {
      const { graphql, received, origin, requests } = await start(t, {
        dialect,
        respond: (_, to) => void to.writeHead(200, { 'Content-Type': 'application/json' }).end(response),
      });
      const queries: [query: string, sent: string, operationName?: string][] = [
        [unknownField, unknownField],
        ['{ component(id: 1) { ... on Elections { id } } }', '{ component(id: 1) { ... on Elections { id } } }'],
        ['{ component(id: 1, version: """2""") { id } } # 3', '{ component(id: 1, version: "2") { id } }'],
        [
          'query a { ...f } query b { __typename } fragment f on Query { organization { favoriteColor } } fragment g on Query { a }',
          'query a { ...f } fragment f on Query { organization { favoriteColor } }',
          'a',
        ],
      ];
      for (const [query, sent, operationName] of queries) {
        const { statusCode, headers, bytes } = await graphql(query, {}, { operationName, variables: { x: 1 } });
        assert.deepEqual([statusCode, bytes.toString()], [200, response]);
        assert.equal(headers['x-plenum-upstream'], origin);
        const { message, body } = received.at(-1)!;
        assert.deepEqual([message.method, message.url], ['POST', '/api']);
        assert.equal(message.headers['content-type'], 'application/json');
        assert.deepEqual(JSON.parse(body), {
          query: print(parse(sent)),
          variables: { x: 1 },
          ...(operationName && { operationName }),
        });
      }
      assert.equal(received.length, queries.length);
      assert.ok(requests.find().every(({ upstream, errorCodes }) => upstream === origin && errorCodes.length === 0));
    });

    test('what the stand-in knows is not forwarded', async (t) => {
      const { graphql, request, received, requests } = await start(t, { dialect });
      const admin = { Authorization: 'Bearer admin-token' };
      for (const query of [
        '{ component(id: 2) { id } }',
        '{ component(id: 999) { id } }',
        '{ component { id } }',
        '{ component(id: 2) { id }',
        '{ component(id: $id) { id } }',
        `mutation { component(id: 2) { ... on MeetingsMutation { createMeting { id } } } }`,
        `mutation { deploy(input: {}) }`,
        `query a { organization { favoriteColor } } mutation b { component(id: 2) { id } }`,
        `subscription { organization { favoriteColor } }`,
        'fragment f on Query { favoriteColor }',
      ])
        await graphql(query, admin, { operationName: /query a/.test(query) ? 'a' : undefined });
      await request('POST', '/api/sign_in', { 'Content-Type': 'application/json' }, '{}');
      for (const path of ['/', '/api', '/api/', '/api/unknown', '/__admin/nothing', '/explorer', '/console/x'])
        await request('GET', path);
      await request('PUT', '/api', {}, '{}');
      await request('OPTIONS', '/page');
      assert.deepEqual(
        received.map(({ message, body }) => `${message.method} ${message.url} ${body}`),
        [],
      );
      assert.ok(requests.find().every((exchange) => !('upstream' in exchange)));
    });

    test('a mutation of an operation is executed by the stand-in only', async (t) => {
      const { graphql, received } = await start(t, { dialect });
      const { bytes } = await graphql(
        readOperation('create-meeting'),
        { Authorization: 'Bearer member-token' },
        { variables: { componentId: 2, input: { attributes: meetingAttributes } } },
      );
      assert.match(bytes.toString(), /"createMeeting":|errors/);
      assert.equal(received.length, 0);
    });

    test('only GET and HEAD are forwarded to a path', async (t) => {
      const { request, received } = await start(t, { dialect });
      const head = await request('HEAD', '/page');
      assert.deepEqual([head.statusCode, head.bytes.length], [200, 0]);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const { statusCode, headers, bytes } = await request(method, '/page');
        assert.deepEqual([statusCode, headers['allow']], [405, 'GET, HEAD']);
        assert.match(bytes.toString(), new RegExp(`does not get ${method} requests.*--upstream-writes`));
        assert.equal(headers['x-plenum-upstream'], undefined);
      }
      assert.deepEqual(
        received.map(({ message }) => message.method),
        ['HEAD'],
      );
    });

    test('with forwardsWrites, other methods are forwarded with their bodies, except to the API', async (t) => {
      const { request, received } = await start(t, { dialect, upstreamWrites: true });
      const upload = { 'Content-Type': 'image/png', 'Content-Disposition': 'inline', 'Content-Length': '4' };
      await request('POST', '/uploads', upload, 'body');
      await request('PUT', '/uploads/1', { 'Transfer-Encoding': 'chunked' }, 'part');
      await request('DELETE', '/uploads/1');
      assert.deepEqual(
        received.map(({ message, body }) => [message.method, message.url, body]),
        [
          ['POST', '/uploads', 'body'],
          ['PUT', '/uploads/1', 'part'],
          ['DELETE', '/uploads/1', ''],
        ],
      );
      const { headers } = received[0]!.message;
      for (const [name, value] of Object.entries(upload)) assert.equal(headers[name.toLowerCase()], value);
      await request('TRACE', '/page');
      for (const path of [
        '//api',
        '/API',
        '/%61pi',
        '/%2561pi',
        '/x/../api',
        '/x/%2e%2e/api',
        '/api.json',
        '/api;x',
        '\\api',
      ])
        await request('POST', path, { 'Content-Type': 'application/json' }, '{"query":"mutation { x }"}');
      assert.equal(received.length, 3);
    });

    test('a page of a foreign origin reads nothing of the upstream', async (t) => {
      const { request, graphql, received } = await start(t, { dialect });
      const foreign = { Origin: 'https://app.example' };
      for (const { statusCode } of [await request('GET', '/page', foreign), await graphql(unknownField, foreign)])
        assert.equal(statusCode, 403);
      assert.equal(received.length, 0);
      const { headers } = await request('GET', '/page', { Origin: 'http://localhost:3000' });
      assert.equal(headers['access-control-expose-headers'], 'X-Plenum-Upstream');
      assert.ok(headers['access-control-allow-origin']);
    });

    test('a fault applies to what is forwarded', async (t) => {
      const { request, graphql, faults, received } = await start(t, { dialect });
      faults.add({ effect: { status: 503, body: 'no' } });
      const { statusCode, headers, bytes } = await request('GET', '/page');
      assert.deepEqual([statusCode, bytes.toString()], [503, 'no']);
      assert.equal(headers['x-plenum-upstream'], undefined);
      assert.equal((await graphql(unknownField)).statusCode, 503);
      assert.equal(received.length, 0);
    });

    test('a truncating fault ends the response', async (t) => {
      const { request, world, bugs } = await start(t, { dialect });
      world.faults.add({ effect: { truncate: 3 } });
      await assert.rejects(request('GET', '/page'));
      assert.deepEqual(bugs, []);
    });
  });

async function start(...parameters: Parameters<typeof startBesideUpstream>) {
  const server = await startBesideUpstream(...parameters);
  return { ...server, requests: server.world.requests, faults: server.world.faults };
}

test('the requests of a test session are forwarded, and are among its recorded requests', async (t) => {
  const { request, world, sessions, origin, received } = await start(t);
  await request('GET', '/page', { 'X-Plenum-Session': 'one' });
  assert.deepEqual(
    (await sessions.get('one')).requests.find().map(({ upstream }) => upstream),
    [origin],
  );
  assert.equal(world.requests.count(), 0);
  assert.equal(received[0]!.message.headers['x-plenum-session'], undefined);
});

test('a stand-in without an upstream forwards nothing, and its recorded requests have no member for it', async (t) => {
  const { send, world } = await startControlServer(t);
  assert.equal((await send('GET', '/page')).status, 404);
  await send('POST', '/api', { query: unknownField });
  assert.ok(world.requests.find().every((exchange) => !('upstream' in exchange)));
});

test('an upstream that leads back to the stand-in gets status 508', async (t) => {
  let base = '';
  const loop = await startUpstream(t, (message, to) => {
    fetch(base + message.url!, { headers: { via: message.headers.via! } }).then(
      async (back) => to.writeHead(back.status).end(await back.text()),
      () => to.destroy(),
    );
  });
  const { base: standIn, request } = await start(t, { upstream: loop });
  base = standIn;
  const { statusCode, bytes } = await request('GET', '/page');
  assert.equal(statusCode, 508);
  assert.match(bytes.toString(), /leads back to this stand-in/);
});
