import { randomBytes } from 'node:crypto';
import { type RequestListener, type Server as HttpServer, createServer as createHttpServer } from 'node:http';
import { basename, join, resolve } from 'node:path';
import type { Executor } from '../graphql/executor.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { ServerDialect } from '../server/dialect.ts';
import { readFaults } from '../control/faults/rule.ts';
import type { TestSessions } from '../control/sessions.ts';
import type { World } from '../control/world.ts';
import { kindNames } from '../records/kinds.ts';
import { dialectWithSchema, loadServerDialect } from '../dialects/dialects.ts';
import { shareExecutor } from '../server/executors.ts';
import { isLoopbackName } from '../server/http/origins.ts';
import {
  type RequestTimeouts,
  closeServer,
  hostOf,
  limitRequestsInFlight,
  listen,
  networkUrlsOf,
  urlOf,
} from '../server/listen.ts';
import type { OpenedStore } from '../store/store.ts';
import { createApp } from './app.ts';
import { draftCase } from './draft-case.ts';
import { type Fetch, createFetch } from './fetch.ts';
import { type ServerOptions, assertConsistent, defaultOptions } from './options.ts';
import type { PlugIn } from './plug-in.ts';
import { version } from '../installation.ts';
import { openSite, ownPathsIn } from './site.ts';
import { watchFolders } from './watch-world.ts';
import { type WorldParts, Worlds } from './worlds.ts';

/** What a program adds to the options of a server. */
export interface ServerParts extends WorldParts {
  /** Whether it listens at `host` and `port`; if not, only `fetch` reaches it. True by default. */
  listens?: boolean;
  /** What the server says its world is; the name of the folder by default. */
  worldName?: string | undefined;
  /** Replaces the dialect that the option names. */
  serverDialect?: ServerDialect | undefined;
  /** Replaces the executor, which all servers of a dialect share. */
  executor?: Executor<RequestContext> | undefined;
  /** Middleware that runs before the API. */
  plugIns?: readonly PlugIn[] | undefined;
  timeouts?: RequestTimeouts | undefined;
  /** Receives every unexpected error; the client gets a masked one. */
  onBug?: ((error: Error) => void) | undefined;
  /** With the option `watch`: receives the reason if a changed world cannot be loaded, and undefined if it is. */
  onWorldChange?: ((error?: Error) => void) | undefined;
}

/** A server whose world is loaded. */
export interface Server {
  /** The GraphQL endpoint, ending in `/api`. */
  url: string;
  /** The same endpoint for other machines, if the server listens on all addresses of this one. */
  networkUrls: string[];
  /** The token that the control needs: that of the options or, on an address that is not this machine's, a random one. */
  controlToken: string | undefined;
  /** Answers a request without a network socket. A relative URL is resolved against `url`. */
  fetch: Fetch;
  /** Responds to a request of another HTTP server. */
  listener: RequestListener;
  httpServer: HttpServer;
  /** The store as it was opened at the start. */
  openedStore: OpenedStore;
  /** What the operator should know about the options. */
  warnings: string[];
  /** The world that requests without a test session act on. */
  world: World;
  /** The worlds of tests, which share what is unchanged with the world of the server. */
  sessions: TestSessions;
  /** Refuses new connections, waits up to a second for pending requests, and closes the store. */
  close(): Promise<void>;
}

/**
 * Creates a server, the only way to one: `plenum serve`, `createStandIn`, the conformance suite and the tests all call it. Options that
 * are left out have the values of the table. If it listens, it does so before it opens the store: a port in use leaves the data folder unchanged.
 *
 * @throws CommandError if options contradict each other or name an unknown dialect, and if the port or the records cannot be used.
 */
export async function createServer(given: Partial<ServerOptions> = {}, parts: ServerParts = {}): Promise<Server> {
  const options = { ...defaultOptions, ...given };
  assertConsistent(options);
  if (!options.memory && options.store === undefined && !parts.isWorldChosen)
    options.world = (await import('../store/data-folder.ts')).worldToLoad(options.data, options.world);
  const { onBug = writeToStderr, listens = true, onWorldChange = reportWorldChange } = parts;
  const dialectName = dialectWithSchema(options.dialect, options.schema);
  const dialect = parts.serverDialect ?? (await loadServerDialect(dialectName));
  const executor = parts.executor ?? shareExecutor(dialect, options.fill);

  const identity = {
    version,
    dialect: options.dialect,
    ...(options.schema !== undefined && { schema: schemaName(options.schema) }),
    world: parts.worldName ?? basename(resolve(options.world)),
  };
  const siteRoot = options.site === undefined ? undefined : openSite(options.site);
  const ownPaths = ownPathsOf(options);
  const initialFaults = options.faults === undefined ? undefined : readFaults(options.faults);
  // Before it listens, because the file may not be writable.
  const recording =
    options.record === undefined
      ? undefined
      : (await import('./record-exchanges.ts')).openRecording(options.record, dialectName, options.world);
  const httpServer = listens ? await listen({ ...options, timeouts: parts.timeouts }) : createHttpServer();
  const isLocal = !listens || isLoopbackName(hostOf(httpServer));
  const url = listens ? urlOf(httpServer) : 'http://localhost/api';
  const networkUrls = listens ? networkUrlsOf(httpServer) : [];
  const controlToken = options.controlToken ?? (isLocal ? undefined : randomBytes(16).toString('base64url'));
  const worlds = new Worlds({
    ...options,
    ...parts,
    executor,
    checkAddedMember: dialect.checkAddedMember,
    initialFaults,
    onBug,
  });
  const app = createApp({
    ...options,
    plugIns: parts.plugIns,
    identity,
    dialect,
    executor,
    worlds,
    siteRoot,
    ownPaths,
    allowedHosts: options.allowedHosts ?? (isLocal ? [] : undefined),
    token: controlToken,
    draftCase: (...exchange) => draftCase(identity, ...exchange),
    onRecording: recording?.add,
    onBug,
  });
  // oxlint-disable-next-line typescript/no-misused-promises
  const listener = limitRequestsInFlight(app.callback());
  httpServer.on('request', listener);
  const stopWatching = options.watch
    ? watchFolders(
        [options.world, join(options.world, options.dialect)],
        () => void worlds.reload().then(() => onWorldChange(), onWorldChange),
      )
    : undefined;

  async function close(): Promise<void> {
    stopWatching?.();
    if (listens) await closeServer(httpServer);
    recording?.file.close();
    await closeStore();
  }

  const closeStore = () =>
    worlds.own.then(
      ({ openedStore }) => openedStore.store.close(),
      () => {},
    );

  try {
    const { openedStore, world } = await worlds.own;
    recording?.knowActors(world.store);
    if (options.oauthAuto !== undefined)
      (await import('../dialects/decidim/oauth/person.ts')).assertPerson(world.store, options.oauthAuto);
    const { sessions } = worlds;
    const warnings = [
      ...(isLocal ? [] : [publicTokensWarning(options)]),
      ...(siteRoot === undefined
        ? []
        : ownPathsIn(siteRoot, [options.world, ...ownPaths])
            .filter((path) => !path.endsWith('.json'))
            .map(ownPathWarning)),
    ];
    return {
      url,
      networkUrls,
      controlToken,
      fetch: createFetch(httpServer, url),
      listener,
      httpServer,
      openedStore,
      warnings,
      world,
      sessions,
      close,
    };
  } catch (error) {
    stopWatching?.();
    httpServer.closeAllConnections();
    httpServer.close();
    await closeStore();
    throw error;
  }
}

/** Where a server has keys, tokens and records. A folder `data` that it does not use can have been left by an earlier run. */
const ownPathsOf = ({ memory, store, data, world, record }: ServerOptions): string[] => [
  ...(memory || store !== undefined ? ['db.json', 'journal.jsonl'].map((name) => join(data, name)) : [data]),
  ...kindNames.map((kind) => join(world, `${kind}.json`)),
  ...(record === undefined ? [] : [record]),
  'plenum-ledgers',
];

const ownPathWarning = (path: string): string =>
  `${path} in the folder of --site is not sent: it belongs to the server`;

/** The name of a town's schema for people: the file without its folders. */
const schemaName = (schema: string): string => (schema.includes('{') ? 'schema' : basename(schema));

const writeToStderr = (error: Error) => void process.stderr.write(`plenum: ${error.stack}\n`);

/** The last world that could be loaded stays. */
function reportWorldChange(error?: Error): void {
  if (error) process.stderr.write(`plenum: the changed world cannot be loaded: ${error.message}\n`);
}

const publicTokensWarning = ({ host }: ServerOptions): string =>
  `everybody who can reach ${host} can use the fixed tokens of the world; those of the demo world are public`;
