import type { RequestListener, Server } from 'node:http';
import type { MockMode, ServerDialect } from '../contract/server-dialect.ts';
import { type OpenedStore, openStore } from '../store/open.ts';
import { resetDataFolder } from '../store/reset.ts';
import { generateSigningKey, loadSigningKey } from '../store/signing-key.ts';
import { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { loadWorldTables } from '../store/world.ts';
import { createApp, createExecutor } from './app.ts';
import { createSessions } from './auth/sessions.ts';
import { isLoopbackName } from './http/loopback.ts';
import { type ListenOptions, closeServer, hostOf, listen, urlOf } from './listen.ts';

export interface ServeOptions extends ListenOptions {
  dialect: ServerDialect;
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
  onBug(error: Error): void;
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

/**
 * Starts listening and opens the store. Throws a CommandError if the port or the data folder cannot be used; the port comes
 * first, so that a port in use leaves the data folder unchanged.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { dialect, data, world, limitRequests, tokenLifetimeSeconds: lifetimeSeconds, corsOrigins, onBug } = options;
  const executor = createExecutor(dialect, options.mockMode);
  const server = await listen(options);
  const isLocal = isLoopbackName(hostOf(server));
  const allowedHosts = options.allowedHosts ?? (isLocal ? [] : undefined);
  const warnings = isLocal ? [] : [publicTokensWarning(options)];
  const appOptions = { dialect, executor, limitRequests, corsOrigins, allowedHosts, onBug };
  const openMemoryStore = createMemoryStoreOpener(world);

  async function openApp() {
    const openedStore = data === null ? openMemoryStore() : await openStore({ world, data, onError: onBug });
    try {
      const { store } = openedStore;
      const signingKey = data === null ? generateSigningKey() : await loadSigningKey(data);
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
