import type { TestContext } from 'node:test';
import type { Server } from '../../src/stand-in/create-server.ts';
import {
  type OpenedPostgresStore,
  type PostgresStoreOptions,
  openPostgresStore,
} from '../../src/store/postgres/open.ts';
import { type TestSettings, startServer } from './start-server.ts';
import { type Actor, type AnyData, demoWorld } from './test-server.ts';

/** Opens a store in PostgreSQL with the demo world, until the end of the test, and collects its errors and events. */
export async function openShared(
  t: TestContext,
  url: string,
  options: Partial<PostgresStoreOptions> = {},
): Promise<OpenedPostgresStore & { errors: Error[]; events: string[] }> {
  const errors: Error[] = [];
  const events: string[] = [];
  const opened = await openPostgresStore({
    url,
    world: demoWorld,
    onError: (error) => errors.push(error),
    onEvent: (message) => events.push(message),
    ...options,
  });
  t.after(() => opened.close());
  return { ...opened, errors, events };
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

/** A server with a store in PostgreSQL. */
export interface SharedServer extends Server {
  errors: Error[];
  events: string[];
  /** Sends a GraphQL request. */
  send(query: string, variables?: object, headers?: Record<string, string>, actor?: Actor): Promise<SharedResponse>;
  /** Sends a request to the control API. */
  control(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<SharedResponse>;
}

/** Starts a server with a store in PostgreSQL, until the end of the test. */
export async function serveShared(t: TestContext, store: string, options: TestSettings = {}): Promise<SharedServer> {
  const errors: Error[] = [];
  const events: string[] = [];
  const server = await startServer({
    store,
    onBug: (error) => errors.push(error),
    onStoreEvent: (message) => events.push(message),
    ...options,
  });
  t.after(() => server.close());
  const json = { 'content-type': 'application/json' };
  return {
    ...server,
    errors,
    events,
    send: (query, variables = {}, headers = {}, actor = 'admin') =>
      exchange(server.url, {
        method: 'POST',
        headers: { ...json, authorization: `Bearer ${actor}-token`, ...headers },
        body: JSON.stringify({ query, variables }),
      }),
    control: (method, path, body, headers = {}) =>
      exchange(`${new URL(server.url).origin}/__admin${path}`, {
        method,
        headers: { ...json, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}
