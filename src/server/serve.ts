import { type RequestListener, type Server, type ServerOptions, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { MockMode, ServerDialect } from '../contract/server-dialect.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { type OpenedStore, openStore, resetDataFolder } from '../store/open.ts';
import { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { loadWorldTables } from '../store/world.ts';
import { createApp, createExecutor } from './app.ts';
import { createSessions, generateSigningKey, loadSigningKey } from './auth/sessions.ts';
import { isLoopbackName } from './http/loopback.ts';

export interface ServeOptions {
  dialect: ServerDialect;
  host: string;
  /** 0 selects a free port. */
  port: number;
  /** The data folder, or null to hold the records in memory only. */
  data: string | null;
  /** The folder of the world that a new store starts with. */
  world: string;
  mockMode: MockMode;
  /** Whether each IP address may send at most 100 requests per minute. */
  limitRequests: boolean;
  tokenLifetimeSeconds: number;
  /** The origins, besides those of this machine, whose web pages may use fixed tokens; `*` allows every origin. */
  corsOrigins?: readonly string[];
  /**
   * The names, besides those of this machine, that the `Host` header may have; `*` allows every name. If omitted, a server on
   * a loopback address allows no others, and a server on another address allows every name.
   */
  allowedHosts?: readonly string[];
  /** By default, 10 seconds for headers and 30 seconds for a request. */
  timeouts?: RequestTimeouts;
  onBug(error: Error): void;
}

/** How long a client may take to send a request. After that, the server responds with 408 and closes the connection. */
export interface RequestTimeouts {
  headersMs: number;
  /** For headers and body. */
  requestMs: number;
}

/** A server that is listening. */
export interface RunningServer {
  /** The GraphQL endpoint, ending in `/api`. */
  url: string;
  /** The HTTP server, for requests that do not come through its port. */
  server: Server;
  /** The store as it was opened at the start. */
  openedStore: OpenedStore;
  /** What the operator should know about the options. */
  warnings: string[];
  /**
   * Restores the records of the world and ends every token from sign-in. Requests that arrive meanwhile wait; a write in
   * flight may be lost. Rejects with a CommandError if the world cannot be loaded again; then the records stay.
   */
  reset(): Promise<void>;
  /** Refuses new connections, waits up to a second for pending requests, and closes the store. */
  stop(): Promise<void>;
}

// How long pending requests may take when the server stops.
const shutdownTimeoutMs = 800;

const defaultTimeouts: RequestTimeouts = { headersMs: 10_000, requestMs: 30_000 };

/**
 * Starts listening and opens the store. Throws a CommandError if the port or the data folder cannot be used; the port comes
 * first, so that a port in use leaves the data folder unchanged.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { dialect, data, world, limitRequests, tokenLifetimeSeconds: lifetimeSeconds, corsOrigins, onBug } = options;
  const executor = createExecutor(dialect, options.mockMode);
  const server = await listen(createServer(limitDurations(options.timeouts)), options);
  const isLocal = isLoopbackName(hostOf(server));
  const allowedHosts = options.allowedHosts ?? (isLocal ? [] : undefined);
  const warnings = isLocal ? [] : [publicTokensWarning(options)];
  const appOptions = { dialect, executor, limitRequests, corsOrigins, allowedHosts, onBug };
  const openMemoryStore = createMemoryStoreOpener(world);

  async function openApp() {
    const openedStore = data === null ? openMemoryStore() : await openStore({ world, data });
    try {
      const { store } = openedStore;
      const signingKey = data === null ? generateSigningKey() : loadSigningKey(join(data, 'signing-key'));
      const sessions = createSessions({ store, signingKey, lifetimeSeconds });
      const listener = createApp({ ...appOptions, store, sessions }).callback() as RequestListener;
      return { openedStore, listener };
    } catch (error) {
      await openedStore.close();
      throw error;
    }
  }

  let app = openApp();
  server.on('request', (request, response) => {
    app.then(
      ({ listener }) => listener(request, response),
      () => request.destroy(),
    );
  });

  async function reset(): Promise<void> {
    let failure: unknown;
    app = app.then(async ({ openedStore }) => {
      await openedStore.close();
      if (data !== null) await resetDataFolder({ world, data }).catch((error: unknown) => (failure = error));
      return openApp();
    });
    await app;
    if (failure) throw failure;
  }

  async function stop(): Promise<void> {
    await closeServer(server);
    await app.then(
      ({ openedStore }) => openedStore.close(),
      () => {},
    );
  }

  try {
    const { openedStore } = await app;
    return { url: urlOf(server), server, openedStore, warnings, reset, stop };
  } catch (error) {
    server.closeAllConnections();
    server.close();
    throw error;
  }
}

const publicTokensWarning = ({ host }: ServeOptions): string =>
  `everybody who can reach ${host} can use the fixed tokens of the world; those of the demo world are public`;

/** Loads the world once; each opened store begins with its records. */
function createMemoryStoreOpener(world: string): () => OpenedStore {
  let tables: Tables | undefined;
  return () => {
    tables ??= loadWorldTables(world, Date.now());
    return { store: new Store(tables.copy()), source: 'world', droppedTornLine: false, close: async () => {} };
  };
}

/** Returns the options of an HTTP server. The server compares the times with the timeouts at intervals only. */
const limitDurations = ({ headersMs, requestMs }: RequestTimeouts = defaultTimeouts): ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  connectionsCheckingInterval: Math.min(1000, headersMs / 2),
});

const addressOf = (server: Server) => server.address() as AddressInfo;

function hostOf(server: Server): string {
  const { address, family } = addressOf(server);
  return family === 'IPv6' ? `[${address}]` : address;
}

const urlOf = (server: Server): string => `http://${hostOf(server)}:${addressOf(server).port}/api`;

function listen(server: Server, { port, host }: ServeOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason =
        code === 'EADDRINUSE' ? 'is in use; choose another with --port, or 0 for any' : `cannot be used: ${message}`;
      reject(new CommandError(`port ${port} of ${host} ${reason}`, exitCodes.unavailable));
    });
    server.listen(port, host, () => resolve(server));
  });
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // A keep-alive connection becomes idle only after its request.
  const idleTimer = setInterval(() => server.closeIdleConnections(), 10);
  const timeout = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs);
  await closed;
  clearInterval(idleTimer);
  clearTimeout(timeout);
}
