import assert from 'node:assert/strict';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, after, describe, test } from 'node:test';
import { testControls } from '../../../test/support/controls-tests.ts';
import { startStandInProcess } from '../../../test/support/stand-in-process.ts';
import type { AnyData } from '../../../test/support/test-server.ts';
import type { StandIn } from '../controls.ts';
import type { StandInOptions } from '../stand-in.ts';
import { type ConnectOptions, connectStandIn } from './connect-stand-in.ts';

const { start, stop } = startStandInProcess();
after(stop);

async function connect(t: TestContext, options?: StandInOptions, connection?: ConnectOptions): Promise<StandIn> {
  const standIn = await connectStandIn(await start(options), connection);
  t.after(() => standIn.close());
  return standIn;
}

testControls(connect);

const graphqlRequest = (query: string): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Authorization: 'Bearer member-token' },
  body: JSON.stringify({ query }),
});

describe('fetch of a connection', () => {
  test('returns the response of the server', async (t) => {
    const standIn = await connect(t);
    const requests: [string, RequestInit][] = [
      ['', graphqlRequest('{ organization { name { translation(locale: "en") } } }')],
      ['', graphqlRequest('{ nothing }')],
      ['', { method: 'HEAD' }],
      [
        '',
        { method: 'OPTIONS', headers: { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'POST' } },
      ],
      ['', { ...graphqlRequest(''), body: 'x'.repeat(2 ** 21) }],
      ['/sign_out', { method: 'DELETE', headers: { Authorization: 'Bearer x' } }],
      ['/nothing?x=1', { method: 'PATCH', body: 'ü' }],
    ];
    for (const [path, init] of requests) {
      const responses = [await standIn.fetch(standIn.url + path, init), await fetch(standIn.url + path, init)];
      const [own, other] = await Promise.all(
        responses.map(async (response) => {
          const headers = new Headers(response.headers);
          for (const name of ['date', 'connection', 'keep-alive']) headers.delete(name);
          return [response.status, response.statusText, Object.fromEntries(headers), await response.text()];
        }),
      );
      assert.deepEqual(own, other, `${init.method} ${path}`);
    }
  });

  test('answers for any host, which URLs in the response have', async (t) => {
    const standIn = await connect(t, { dialect: 'decidim-0.32' });
    const query = '{ component(id: 2) { ... on Meetings { meetings { nodes { url } } } } }';
    for (const origin of ['https://town.example', 'http://town.example:8080', new URL(standIn.url).origin]) {
      const response = await standIn.fetch(`${origin}/api`, graphqlRequest(query));
      const { data } = (await response.json()) as AnyData;
      assert.equal(new URL(data.component.meetings.nodes[0].url).origin, origin);
    }
  });

  test('rejects when a fault resets the connection, and when its signal is aborted', async (t) => {
    const { fetch: send, faults, url } = await (await connect(t)).session();
    faults.add({ effect: { reset: true }, times: 1 });
    await assert.rejects(send(url, graphqlRequest('{ __typename }')), { code: 'ECONNRESET' });
    faults.add({ effect: { hang: true } });
    const init = { ...graphqlRequest('{ __typename }'), signal: AbortSignal.timeout(100) };
    await assert.rejects(send(url, init), { name: 'AbortError' });
  });

  test('streams a body', async (t) => {
    const standIn = await connect(t);
    const events = await standIn.fetch('/__admin/events');
    const reader = events.body!.getReader();
    await standIn.fetch('/api', graphqlRequest('query Streamed { __typename }'));
    let text = '';
    while (!text.includes('Streamed')) text += Buffer.from((await reader.read()).value ?? '').toString();
    await reader.cancel();
  });
});

describe('a connection', () => {
  test('to a server with a token of the control needs the token', async (t) => {
    const url = await start({ controlToken: 'secret' });
    await assert.rejects(connectStandIn(url), /cannot be used: .*Pass it as \{ controlToken \}/);
    await assert.rejects(connectStandIn(url, { controlToken: 'wrong' }), /cannot be used/);
    const standIn = await connectStandIn(url, { controlToken: 'secret' });
    t.after(() => standIn.close());
    const session = await standIn.session();
    assert.match(await session.token({ admin: true }), /^ey/);
  });

  const refused: [name: string, url: () => unknown, message: RegExp, options?: object][] = [
    ['no URL', () => undefined, /^connectStandIn: the URL must be an http or https URL, not undefined$/],
    ['another scheme', () => 'ftp://town.example/api', /must be an http or https URL/],
    ['a query', () => 'http://127.0.0.1:1/api?x=1', /without a query/],
    ['nobody listens', () => 'http://127.0.0.1:1/api', /127\.0\.0\.1:1\/api cannot be used: connect ECONNREFUSED/],
    [
      'an unknown option',
      () => 'http://127.0.0.1:1/api',
      /unknown option "token"; the options are controlToken/,
      { token: 'x' },
    ],
  ];
  for (const [name, url, message, options] of refused)
    test(`is refused: ${name}`, async () => {
      await assert.rejects(connectStandIn((await url()) as string, options), { message });
    });

  test('is refused by a server that is no stand-in', async (t) => {
    const server: Server = createServer((_, response) => response.end('<p>A page')).listen(0);
    t.after(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await assert.rejects(connectStandIn(`http://127.0.0.1:${port}`), /not that of a control API: <p>A page/);
  });

  test('ends without the server, and takes its snapshots along', async () => {
    const url = await start();
    const first = await connectStandIn(url);
    const snapshot = await first.snapshot();
    await first.close();
    await assert.rejects(first.token(), { message: 'the connection to the stand-in is closed' });
    assert.throws(() => first.clock.now(), { message: 'the connection to the stand-in is closed' });
    const second = await connectStandIn(url);
    await assert.rejects(second.restore(snapshot), { name: 'TypeError', message: /^not a snapshot that was taken/ });
    const { snapshots } = (await (await second.fetch('/__admin/snapshots')).json()) as { snapshots: object[] };
    assert.deepEqual(snapshots, []);
    await second.close();
    await second.close();
  });

  test('names another way to a snapshot of another world', async (t) => {
    const standIn = await connect(t);
    const snapshot = await standIn.snapshot();
    const session = await standIn.session('one');
    await assert.rejects(session.restore(snapshot), /open a session with \{ from: snapshot \} instead/);
    await (await standIn.session('one', { from: snapshot })).reset();
  });
});
