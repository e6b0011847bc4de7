import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { ControlledInstance } from '../../src/control/controlled-instance.ts';
import { loadServerDialect, suiteDialects } from '../../src/dialects/dialects.ts';
import { shareExecutor } from '../../src/server/app.ts';
import { Clock } from '../../src/server/clock.ts';
import { generateSigningKey } from '../../src/store/signing-key.ts';
import { Store } from '../../src/store/store.ts';
import { loadWorldTables } from '../../src/store/world.ts';
import { demoWorld } from './test-server.ts';

const tables = loadWorldTables(demoWorld, Date.now());

/** Every dialect with its executor. */
export const dialects = await Promise.all(
  Object.keys(suiteDialects).map(async (name) => {
    const dialect = await loadServerDialect(name);
    return { name, dialect, executor: shareExecutor(dialect, 'mock') };
  }),
);

/** Starts a server on a free port, with an instance of the demo world in memory. Stops it after the test. */
export async function startControlledServer(t: TestContext, { dialect, executor } = dialects[0]!) {
  const clock = new Clock();
  const bugs: Error[] = [];
  const store = new Store(tables.layer(), clock.now);
  const onBug = (error: Error) => void bugs.push(error);
  const instance = new ControlledInstance({
    dialect,
    executor,
    mockMode: 'mock',
    store,
    clock,
    tokenLifetimeSeconds: 60,
    loadState: () => ({ tables, clock: { mode: 'wall' } }),
    renewSigningKey: async () => generateSigningKey(),
    onBug,
  });
  const { url } = await listenOnFreePort(t, (request, response) => instance.handle(request, response));
  /** Sends a GraphQL request. */
  const send = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}/api`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  return { url, instance, requests: instance.requests, store, clock, bugs, send };
}

/** Starts a server on a free port, and stops it after the test. */
export async function listenOnFreePort(t: TestContext, listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
