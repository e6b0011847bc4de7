import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'node:test';
import type { Authentication } from '../../src/server/auth/authentication.ts';
import type { ServerDialect } from '../../src/server/dialect.ts';
import { serverDialect } from '../../src/dialects/specification.ts';
import {
  type Server,
  type ServerParts,
  createServer as createStandInServer,
} from '../../src/stand-in/create-server.ts';
import type { ServerOptions } from '../../src/stand-in/options.ts';
import type { Store } from '../../src/store/store.ts';
import type { Tables } from '../../src/records/tables.ts';
import { loadWorldTables } from '../../src/records/world.ts';
import type { DialectName } from '../../src/dialects/dialects.ts';
import { listenOnFreePort } from './raw-http.ts';

/** The folder of the demo world. */
export const demoWorld = fileURLToPath(new URL('../../fixtures/worlds/demo', import.meta.url));

let demoTables: Tables | undefined;

/** Loads the demo world once for all tests of a process: no server changes the tables that it loads. */
export const loadDemoTables = (): Tables => (demoTables ??= loadWorldTables(demoWorld, Date.now()));

/** What a stand-in with the demo world says of itself at `GET /`. */
export const demoIdentity = JSON.stringify({ name: 'plenum', world: 'demo' });

/** Reads the document of a mutation. */
export const readOperation = (name: string): string =>
  readFileSync(new URL(`operations/${name}.graphql`, import.meta.url), 'utf8');

/** The sender of a request: a user of the demo world by their fixed token, or an anonymous client. */
export type Actor = 'admin' | 'member' | 'other' | 'anonymous';

// The data of any selection: tests read its members without checks.
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
  /** Sends a GraphQL request. */
  send(query: string, variables?: object, actor?: Actor): Promise<GraphQLResponse>;
}

export interface TestServerOptions
  extends
    Pick<ServerParts, 'executor' | 'onBug'>,
    Partial<Pick<ServerOptions, 'world' | 'limits' | 'corsOrigin' | 'allowedHosts'>> {
  dialect?: ServerDialect;
  store?: Store;
  authentication?: Authentication;
  /** Whether it says at `GET /` what a stand-in says. */
  isIdentified?: boolean;
}

/**
 * Starts a server on a free port, by default of the specification dialect with the demo world in memory. Stops it after the
 * test.
 */
export async function startTestServer(
  test: TestContext,
  {
    isIdentified = false,
    dialect = serverDialect,
    executor,
    store: givenStore,
    authentication,
    onBug,
    world = demoWorld,
    ...options
  }: TestServerOptions = {},
): Promise<TestServer> {
  const { listener, openedStore } = await createStandInServer(
    { ...options, world, memory: true },
    {
      listens: false,
      serverDialect: dialect,
      loadTables: world === demoWorld ? loadDemoTables : undefined,
      executor,
      onBug,
      wrapStore: givenStore && (() => givenStore),
      wrapAuthentication: authentication && (() => authentication),
    },
  );
  const { store } = openedStore;
  const { url: origin } = await listenOnFreePort(test, (request, response) => {
    if (request.url === '/') {
      if (isIdentified) return void response.writeHead(200, { 'Content-Type': 'application/json' }).end(demoIdentity);
      // As a deployment that is no stand-in.
      request.url = '/none';
    }
    return listener(request, response);
  });
  const url = `${origin}/api`;
  const send = async (query: string, variables = {}, actor: Actor = 'anonymous'): Promise<GraphQLResponse> => {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' };
    if (actor !== 'anonymous') headers['Authorization'] = `Bearer ${actor}-token`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
    return { status: response.status, ...((await response.json()) as Omit<GraphQLResponse, 'status'>) };
  };
  return { url, store, send };
}

/** The options and the parts of a server, in one object. */
export type TestSettings = Omit<Partial<ServerOptions>, 'dialect'> & ServerParts & { dialect?: string };

/** Creates a server on a free port, with the demo world in memory unless the settings say otherwise. */
export const startServer = ({ dialect, ...settings }: TestSettings): Promise<Server> =>
  createStandInServer(
    {
      port: 0,
      memory: settings.data === undefined && settings.store === undefined,
      ...settings,
      dialect: (dialect ?? 'specification') as DialectName,
    },
    { ...(settings.world === undefined && { loadTables: loadDemoTables }), ...settings },
  );
