import type { TestContext } from 'node:test';
import type { Server } from '../../src/stand-in/create-server.ts';
import type { OpenedStore } from '../../src/store/data-folder.ts';
import { type PostgresStoreOptions, openPostgresStore } from '../../src/store/postgres.ts';
import { type TestSettings, startServer } from './start-server.ts';
import { type Actor, type AnyData, demoWorld } from './test-server.ts';

/** Opens a store in PostgreSQL with the demo world, until the end of the test. */
export async function openShared(
  t: TestContext,
  url: string,
  options: Partial<PostgresStoreOptions> = {},
): Promise<OpenedStore> {
  const opened = await openPostgresStore({ url, world: demoWorld, ...options });
  t.after(() => opened.store.close());
  return opened;
}

/** A response of a server. */
export interface SharedResponse {
  status: number;
  headers: Headers;
  body: AnyData;
}

async function exchange(url: string, init: RequestInit): Promise<SharedResponse> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Sends a GraphQL request to a server. */
export const sendTo = (
  url: string,
  query: string,
  variables: object = {},
  headers: Record<string, string> = {},
  actor: Actor = 'admin',
): Promise<SharedResponse> =>
  exchange(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${actor}-token`, ...headers },
    body: JSON.stringify({ query, variables }),
  });

/** A server with a store in PostgreSQL. */
export interface SharedServer extends Server {
  errors: Error[];
  /** Sends a GraphQL request. */
  send(query: string, variables?: object, headers?: Record<string, string>, actor?: Actor): Promise<SharedResponse>;
  /** Sends a request to the control API. */
  control(method: string, path: string, body?: unknown): Promise<SharedResponse>;
}

/** Starts a server with a store in PostgreSQL, until the end of the test. */
export async function serveShared(t: TestContext, store: string, options: TestSettings = {}): Promise<SharedServer> {
  const errors: Error[] = [];
  const server = await startServer({ store, onBug: (error) => errors.push(error), ...options });
  t.after(() => server.close());
  return {
    ...server,
    errors,
    send: (...request) => sendTo(server.url, ...request),
    control: (method, path, body) =>
      exchange(`${new URL(server.url).origin}/__admin${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}
