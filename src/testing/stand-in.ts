import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'node:test';
import { type AppOptions, createApp } from '../app.ts';
import { createSessions, randomKey } from '../control/sessions.ts';
import { memoryStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';

/** The folder of the demo world. */
export const demoWorld = fileURLToPath(new URL('../../fixtures/world', import.meta.url));

/** The request of an operation, as it stands in `fixtures/`. */
export const operation = (name: string): string =>
  readFileSync(new URL(`../../fixtures/${name}/operation.graphql`, import.meta.url), 'utf8');

/** Who sends a request: an actor of the demo world by their token, or nobody. */
export type Actor = 'admin' | 'member' | 'other' | 'anonymous';

// Whatever a selection answers: tests look into it as a client would.
// oxlint-disable-next-line typescript/no-explicit-any
export type Data = any;

export interface Answer {
  status: number;
  data: Data;
  errors?: { message: string; path?: (string | number)[]; locations?: object[]; extensions?: Data }[];
}

export interface StandIn {
  url: string;
  store: Store;
  /** Sends a request and gives its answer. */
  send(query: string, variables?: object, actor?: Actor): Promise<Answer>;
}

/** A stand-in with a fresh demo world in memory on a free port, until the test is over. */
export async function startStandIn(test: TestContext, options: Partial<AppOptions> = {}): Promise<StandIn> {
  const store = options.store ?? memoryStore(demoWorld);
  const sessions = options.sessions ?? createSessions({ store, key: randomKey(), lifetime: 7200 });
  const server = createApp({ ...options, store, sessions }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const send = async (query: string, variables = {}, actor: Actor = 'anonymous'): Promise<Answer> => {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' };
    if (actor !== 'anonymous') headers['Authorization'] = `Bearer ${actor}-token`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
  };
  return { url, store, send };
}
