import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { type DialectName, loadServerDialect } from '../../src/dialects/dialects.ts';
import { shareExecutor } from '../../src/server/executors.ts';
import { createServer as createStandInServer } from '../../src/stand-in/create-server.ts';
import { dialectsWith } from './dialects.ts';
import { loadDemoTables } from './test-server.ts';

/** The dialects with meetings that clients write, each with its executor. */
export const dialects = await Promise.all(
  dialectsWith('MeetingsMutation.createMeeting').map(async (name) => {
    const dialect = await loadServerDialect(name);
    return { name: name as DialectName, dialect, executor: shareExecutor(dialect, 'mock') };
  }),
);

/** Starts a server on a free port, with the demo world in memory. Stops it after the test. */
export async function startControlledServer(t: TestContext, { name } = dialects[0]!, world?: string) {
  const bugs: Error[] = [];
  const server = await createStandInServer(
    { dialect: name, port: 0, memory: true, ...(world !== undefined && { world }) },
    { ...(world === undefined && { loadTables: loadDemoTables }), onBug: (error) => bugs.push(error) },
  );
  t.after(() => server.close());
  const url = server.url.replace(/\/api$/, '');
  /** Sends a GraphQL request. */
  const send = (body: object, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}/api`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const { requests, store, clock } = server.world;
  return { url, world: server.world, requests, store, clock, bugs, send };
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
