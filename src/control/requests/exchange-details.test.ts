import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { dialects, startControlledServer } from '../../../test/support/control-server.ts';
import { startServer } from '../../../test/support/test-server.ts';
import type { Exchange } from './exchange.ts';

const maxMessageLength = 100_000;
const longResponse = 'The response is not kept, because it has more than 100,000 characters or is a stream.';
const withheld = '[withheld]';
const member = { Authorization: 'Bearer member-token' };
const signInBody = new URLSearchParams({
  'api_user[key]': 'member-key',
  'api_user[secret]': 'member-secret-0123456789',
});

for (const tested of dialects) {
  const start = async (t: Parameters<typeof startControlledServer>[0]) => {
    const server = await startControlledServer(t, tested);
    const last = () => server.requests.details(server.requests.find().at(-1)!.id)!;
    return { ...server, last };
  };

  describe(`the details of ${tested.name}`, () => {
    test('have the request as it was sent, and the response as it was sent', async (t) => {
      const { send, requests, last } = await start(t);
      const query =
        'query Q($id: ID!, $unused: String) { component(id: $id) { id name { translation(locale: "en") } } }';
      const text = 'x'.repeat(5000);
      const body = { query, variables: { id: '2', unused: text }, operationName: 'Q' };
      const response = await send(body, { ...member, Cookie: 'a=b', 'X-Client': 'one' });
      const { exchange, sender, request, response: shown, omissions } = last();
      assert.deepEqual(exchange, requests.find()[0]);
      assert.deepEqual(sender, { id: 2, name: 'Member robot', admin: false });
      assert.deepEqual(request.credentials.toSorted(), ['authorization', 'cookie']);
      assert.deepEqual(request.headers['x-client'], 'one');
      assert.deepEqual(
        Object.keys(request.headers).filter((name) => request.credentials.includes(name)),
        [],
      );
      const { document, formatted, operationName, variables } = request.operation!;
      assert.deepEqual([document, operationName, variables], [query, 'Q', body.variables]);
      assert.match(formatted, /^query Q.*\{\n {2}component\(id: \$id\) \{\n/);
      assert.equal(shown!.body, await response.text());
      assert.equal(shown!.headers['content-type'], 'application/json; charset=utf-8');
      assert.deepEqual(omissions, []);
    });

    test('have a document of several lines as it was sent', async (t) => {
      const { send, last } = await start(t);
      const query = '# A comment\n{ __typename }\n';
      await send({ query });
      assert.deepEqual(last().request.operation, {
        document: query,
        formatted: query,
        operationName: null,
        variables: null,
      });
    });

    test('have the response to other paths, and no operation', async (t) => {
      const { url, last } = await start(t);
      for (const [path, init] of [
        ['/nothing', {}],
        ['/api', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' }],
        ['/api', { method: 'OPTIONS' }],
      ] as [string, RequestInit][]) {
        const response = await fetch(url + path, { ...init, redirect: 'manual' });
        const { sender, request, response: shown, omissions } = last();
        assert.deepEqual([sender, request.operation, omissions], [null, null, []]);
        assert.equal(shown!.body, await response.text());
      }
    });

    test('have no secret of a document, of its variables, of headers and of a response', async (t) => {
      const { send, last, url } = await start(t);
      const documents: [query: string, shown: string][] = [
        ['{ a(text: "is member-secret-0123456789!") }', '{ a(text: "[withheld]") }'],
        [
          '{ a(input: { password: "x", list: [{ apiKey: 5 }], plain: "y" }) }',
          '{ a(input: {password: "[withheld]", list: [{apiKey: "[withheld]"}], plain: "y"}) }',
        ],
        ['{ a(token: null, other: $token) }', '{ a(token: null, other: $token) }'],
        ['{ a } # member-token', '{ a }'],
        ['{ a: secret_member(text: "x") } # member-key', '{ a: secret_member(text: "x") }'],
        ['{ a(text: "member-token" ', withheld],
        ['{ a(password: "x" ', withheld],
      ];
      for (const [query, expected] of documents) {
        await send({ query, variables: { password: 'x', text: 'y' } }, { 'X-Api-Key': 'x', 'X-Other': 'admin-token' });
        const { operation, headers } = last().request;
        for (const text of [operation!.document, operation!.formatted])
          assert.equal(text.replaceAll(/\s+/g, ' '), expected);
        assert.deepEqual(operation!.variables, { password: withheld, text: 'y' });
        assert.deepEqual([headers['x-api-key'], headers['x-other']], [withheld, withheld]);
      }
      await send({ query: '{ token: __typename plain: __typename }' });
      assert.deepEqual(JSON.parse(last().response!.body!), { data: { token: withheld, plain: 'Query' } });
      await fetch(`${url}/api/sign_in`, { method: 'POST', body: signInBody });
      const { request, response } = last();
      assert.equal(request.operation, null);
      assert.equal(JSON.parse(response!.body!).jwt_token, withheld);
      assert.ok(response!.headers['authorization'] === withheld || tested.name !== 'specification');
      assert.doesNotMatch(JSON.stringify(last()), /eyJ|member-secret|Bearer/);
    });

    test('have the response of a fault', async (t) => {
      const { send, world, last } = await start(t);
      world.faults.add({
        effect: { status: 503, headers: { 'X-Outage': 'planned' }, body: { error: 'down' } },
        times: 1,
      });
      await send({ query: '{ __typename }' }, member);
      const changed = last();
      assert.deepEqual(
        [changed.exchange.status, changed.response!.headers['x-outage'], changed.response!.body],
        [503, 'planned', '{"error":"down"}'],
      );
      assert.equal(changed.request.operation!.document, '{ __typename }');
      world.faults.add({ effect: { reset: true }, times: 1 });
      await assert.rejects(send({ query: '{ __typename }' }));
      const lost = last();
      assert.deepEqual([lost.exchange.status, lost.exchange.waiting, lost.response], [null, false, null]);
      assert.equal(lost.request.operation!.document, '{ __typename }');
    });

    test('of a request that hangs say that it waits, until its client disconnects', async (t) => {
      const { url, world, requests, last } = await start(t);
      world.faults.add({ effect: { hang: true } });
      const client = new AbortController();
      const body = JSON.stringify({ query: 'query Q { __typename }' });
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, signal: client.signal };
      const response = fetch(`${url}/api`, init);
      const [waiting] = await requests.wait({}, 1, 10_000);
      assert.deepEqual([last().exchange.waiting, last().response], [true, null]);
      assert.equal(last().request.operation!.document, 'query Q { __typename }');
      const changed = new Promise((resolve) => requests.events.once('change', resolve));
      client.abort();
      await assert.rejects(response);
      const { milliseconds, ...others } = (await changed) as Exchange;
      assert.ok(milliseconds > waiting!.milliseconds);
      assert.deepEqual({ ...others, waiting: true, milliseconds: waiting!.milliseconds }, waiting);
      assert.deepEqual(last().exchange, await changed);
    });

    test('of messages that are too long say so', async (t) => {
      const { send, world, last } = await start(t);
      await send({ query: '{ __typename }', variables: { long: 'x'.repeat(maxMessageLength) } });
      assert.equal(last().request.operation, null);
      assert.deepEqual(last().omissions, ['The request is not kept, because it has more than 100,000 characters.']);
      assert.equal(last().response!.body, '{"data":{"__typename":"Query"}}');
      await send({ query: '{ __typename }', variables: { long: 'x'.repeat(maxMessageLength - 1000) } });
      assert.deepEqual(last().omissions, []);
      world.faults.add({ effect: { status: 200, body: 'x'.repeat(maxMessageLength + 1) }, times: 1 });
      await send({ query: '{ __typename }' });
      assert.equal(last().response!.body, null);
      assert.deepEqual(last().omissions, [longResponse]);
    });
  });
}

test('a body of bytes is shown if it is text; a stream is not kept', async (t) => {
  const server = await startServer({
    plugIns: [
      (ctx) => {
        ctx.body = ctx.path === '/stream' ? Readable.from(['x']) : Buffer.from('{"a":"é"}');
        ctx.type = ctx.path === '/picture' ? 'png' : 'json';
      },
    ],
  });
  t.after(() => server.close());
  const { requests } = server.world;
  const rows: [path: string, body: string | null, omissions: string[]][] = [
    ['/json', '{"a":"é"}', []],
    ['/picture', null, ['The response has 10 bytes that are no text.']],
    ['/stream', null, [longResponse]],
  ];
  for (const [index, [path, body, omissions]] of rows.entries()) {
    assert.equal((await server.fetch(path)).status, 200);
    const details = requests.details(index + 1)!;
    assert.deepEqual([details.response!.body, details.omissions], [body, omissions]);
  }
});

test('the operation of a query in the URL is shown', async (t) => {
  const { url, requests } = await startControlledServer(t);
  const query = 'query Q { __typename }';
  const parameters = new URLSearchParams({ query, variables: '{"a":1,"password":"x"}', operationName: 'Q' });
  assert.equal((await fetch(`${url}/api?${parameters}`)).status, 200);
  const { exchange, request } = requests.details(1)!;
  assert.deepEqual([exchange.method, exchange.path], ['GET', '/api']);
  assert.deepEqual(request.operation, {
    document: query,
    formatted: 'query Q {\n  __typename\n}',
    operationName: 'Q',
    variables: { a: 1, password: withheld },
  });
});
