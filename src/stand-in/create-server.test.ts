import assert from 'node:assert/strict';
import { connect } from 'node:net';
import test, { type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { loadServerDialect, suiteDialects } from '../dialects/dialects.ts';
import { serverDialect } from '../dialects/specification.ts';
import { createTemporaryFolder, replaceInFsPromises } from '../../test/support/folders.ts';
import { freePort } from '../../test/support/process.ts';
import { jsonHeaders, sendRawRequest, typenameRequest } from '../../test/support/raw-http.ts';
import { type TestSettings, startServer } from '../../test/support/test-server.ts';

/** Starts a server with the demo world in memory on a free port. */
async function start(t: TestContext, options: TestSettings = {}) {
  const bugs: Error[] = [];
  const running = await startServer({ onBug: (error) => bugs.push(error), ...options });
  t.after(() => running.close());
  const { port } = new URL(running.url);
  return { ...running, bugs, port: Number(port), localUrl: `http://127.0.0.1:${port}/api` };
}

const statusWithHost = async (url: string, host: string): Promise<number> =>
  (await sendRawRequest(url, { body: typenameRequest, headers: { ...jsonHeaders, host } })).status;

test('a server on a loopback address refuses foreign Hosts by default', async (t) => {
  for (const host of ['127.0.0.1', 'localhost', '127.0.0.2']) {
    const { url, warnings } = await start(t, { host });
    assert.deepEqual(warnings, []);
    assert.equal(await statusWithHost(url, 'front.example'), 403, host);
    assert.equal(await statusWithHost(url, 'localhost:4000'), 200, host);
  }
});

test('a server on another address accepts every Host, and warns that the tokens of the demo world are public', async (t) => {
  const { localUrl, warnings } = await start(t, { host: '0.0.0.0' });
  assert.equal(await statusWithHost(localUrl, 'front.example'), 200);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /0\.0\.0\.0.*public/);
});

test('a request that arrives while the records are loaded waits for them', async (t) => {
  let open!: () => void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  replaceInFsPromises(t, 'open', (original) => async (...args) => {
    await opened;
    return original(...args);
  });
  const port = await freePort();
  const starting = startServer({ port, data: createTemporaryFolder(t) });
  t.after(async () => (await starting).close());
  const ask = () => sendRawRequest(`http://127.0.0.1:${port}/api`, { body: typenameRequest, headers: jsonHeaders });
  // The server listens before it opens the folder.
  const response = ask().catch(() => setTimeout(50).then(ask));
  await setTimeout(200);
  open();
  assert.equal((await response).status, 200);
});

/** Sends parts of a request every 50 ms until the server closes the connection. Returns what the server sent. */
function trickle(port: number, head: string, part: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    const interval = setInterval(() => socket.write(part), 50);
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    socket
      .on('error', () => {})
      .on('close', () => {
        clearInterval(interval);
        resolve(received);
      });
  });
}

const postHead = 'POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

test('responds with 408 to a request whose headers or body take too long', { timeout: 5000 }, async (t) => {
  for (const [timeouts, head, part] of [
    [{ headersMs: 200, requestMs: 60_000 }, postHead, 'X-Slow: 1\r\n'],
    [{ headersMs: 200, requestMs: 400 }, `${postHead}Content-Length: 1000\r\n\r\n`, ' '],
    [{ headersMs: 200, requestMs: 400 }, `${postHead}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  ] as const) {
    const { port, url, bugs } = await start(t, { timeouts });
    assert.match(await trickle(port, head, part), /^HTTP\/1\.1 408 Request Timeout\r\n/);
    assert.equal((await sendRawRequest(url, { body: typenameRequest })).status, 200);
    assert.deepEqual(bugs, []);
  }
});

test('by default, headers may take 10 seconds and a request 30 seconds', async (t) => {
  const { httpServer } = await start(t);
  assert.deepEqual([httpServer.headersTimeout, httpServer.requestTimeout], [10_000, 30_000]);
});

test('the recorded requests of the own world are its own; there are none after a reset', async (t) => {
  const { url, world, sessions } = await start(t);
  const { requests } = world;
  await sendRawRequest(url, { body: typenameRequest });
  await sendRawRequest(url, { body: typenameRequest, headers: { ...jsonHeaders, 'x-plenum-session': 'one' } });
  assert.equal(requests.find().length, 1);
  assert.equal((await sessions.get('one')).requests.find().length, 1);
  await world.reset();
  assert.equal(requests.find().length, 0);
});

test('onExchange receives the exchanges of all sessions', async (t) => {
  const paths: string[] = [];
  const { url } = await start(t, { onExchange: ({ path }) => paths.push(path) });
  await sendRawRequest(url, { body: typenameRequest });
  await sendRawRequest(url, { path: '/x', headers: { ...jsonHeaders, 'x-plenum-session': 'one' }, body: '' });
  assert.deepEqual(paths, ['/api', '/x']);
});

test('servers with the same dialect and mocks share an executor', async (t) => {
  const schemas: string[] = [];
  const createSchema: typeof serverDialect.createSchema = (mockMode) => {
    schemas.push(mockMode);
    return serverDialect.createSchema(mockMode);
  };
  const dialect = { ...serverDialect, createSchema };
  for (const mockMode of ['mock', 'empty', 'mock', 'empty'] as const)
    await start(t, { serverDialect: dialect, fill: mockMode });
  assert.deepEqual(schemas, ['mock', 'empty']);
  for (const name of Object.keys(suiteDialects))
    assert.equal(await loadServerDialect(name), await loadServerDialect(name), name);
});
