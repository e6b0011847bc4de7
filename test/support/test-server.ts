import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'node:test';
import { serverDialect } from '../../src/dialects/specification/server.ts';
import { type AppOptions, createApp } from '../../src/server/app.ts';
import { createSessions, generateSigningKey } from '../../src/server/auth/sessions.ts';
import { createMemoryStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';

/** The folder of the demo world. */
export const demoWorld = fileURLToPath(new URL('../../fixtures/world', import.meta.url));

/** The request of an operation, as it stands in `fixtures/`. */
export const readOperation = (name: string): string =>
  readFileSync(new URL(`../../fixtures/${name}/operation.graphql`, import.meta.url), 'utf8');

/** Who sends a request: an actor of the demo world by their token, or nobody. */
export type Actor = 'admin' | 'member' | 'other' | 'anonymous';

// Whatever a selection answers: tests look into it as a client would.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyData = any;

export interface GraphQLResponse {
  status: number;
  data: AnyData;
  errors?: { message: string; path?: (string | number)[]; locations?: object[]; extensions?: AnyData }[];
}

export interface TestServer {
  url: string;
  store: Store;
  /** Sends a request and gives its answer. */
  send(query: string, variables?: object, actor?: Actor): Promise<GraphQLResponse>;
}

/** A stand-in with a fresh demo world in memory on a free port, until the test is over. */
export async function startTestServer(test: TestContext, options: Partial<AppOptions> = {}): Promise<TestServer> {
  const store = options.store ?? createMemoryStore(demoWorld);
  const sessions =
    options.sessions ?? createSessions({ store, signingKey: generateSigningKey(), lifetimeSeconds: 7200 });
  const server = createApp({ dialect: serverDialect, ...options, store, sessions }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const send = async (query: string, variables = {}, actor: Actor = 'anonymous'): Promise<GraphQLResponse> => {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' };
    if (actor !== 'anonymous') headers['Authorization'] = `Bearer ${actor}-token`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    return { status: response.status, ...((await response.json()) as Omit<GraphQLResponse, 'status'>) };
  };
  return { url, store, send };
}
