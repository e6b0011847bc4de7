import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { serverDialect } from '../dialects/specification/server.ts';
import { jsonHeaders, sendRawRequest, typenameRequest } from '../../test/support/raw-request.ts';
import { demoWorld } from '../../test/support/test-server.ts';
import { type ServeOptions, serve } from './serve.ts';

/** Starts a server with the demo world in memory on a free port. */
async function start(t: TestContext, options: Partial<ServeOptions> = {}) {
  const bugs: Error[] = [];
  const running = await serve({
    dialect: serverDialect,
    host: '127.0.0.1',
    port: 0,
    data: null,
    world: demoWorld,
    mockMode: 'mock',
    limitRequests: false,
    tokenLifetimeSeconds: 60,
    onBug: (error) => bugs.push(error),
    ...options,
  });
  t.after(() => running.stop());
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

test('allowedHosts names the Hosts that a server accepts', async (t) => {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const { localUrl } = await start(t, { host, allowedHosts: ['front.example'] });
    assert.equal(await statusWithHost(localUrl, 'front.example'), 200, host);
    assert.equal(await statusWithHost(localUrl, 'other.example'), 403, host);
    assert.equal(await statusWithHost(localUrl, 'localhost:4000'), 200, host);
  }
});

test('a server on another address accepts every Host, and warns that the tokens of the demo world are public', async (t) => {
  const { localUrl, warnings } = await start(t, { host: '0.0.0.0' });
  assert.equal(await statusWithHost(localUrl, 'front.example'), 200);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /0\.0\.0\.0.*public/);
});

test('corsOrigins allows a page of another origin to use a fixed token', async (t) => {
  const headers = { ...jsonHeaders, origin: 'https://front.example', authorization: 'Bearer admin-token' };
  for (const [corsOrigins, expected] of [
    [undefined, 403],
    [['https://front.example'], 200],
  ] as const) {
    const { url } = await start(t, { corsOrigins });
    assert.equal((await sendRawRequest(url, { body: typenameRequest, headers })).status, expected);
  }
});
