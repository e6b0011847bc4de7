import type { Server } from 'node:http';
import type { MockMode, ServerDialect } from '../contract/server-dialect.ts';
import { type OpenedStore, openStore } from '../store/open.ts';
import { generateSigningKey, loadSigningKey, replaceSigningKey } from '../store/signing-key.ts';
import { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { loadWorldTables } from '../store/world.ts';
import { createExecutor } from './app.ts';
import { Clock } from './clock.ts';
import { isLoopbackName } from './http/loopback.ts';
import { Instance } from './instance.ts';
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
  const { dialect, data, world, limitRequests, tokenLifetimeSeconds, corsOrigins, onBug } = options;
  const executor = createExecutor(dialect, options.mockMode);
  const server = await listen(options);
  const isLocal = isLoopbackName(hostOf(server));
  const allowedHosts = options.allowedHosts ?? (isLocal ? [] : undefined);
  const warnings = isLocal ? [] : [publicTokensWarning(options)];
  const appOptions = { dialect, executor, limitRequests, corsOrigins, allowedHosts, tokenLifetimeSeconds, onBug };
  let seed: Tables | undefined;
  const loadSeed = () => (seed ??= loadWorldTables(world, Date.now()));

  async function open() {
    const clock = new Clock();
    if (data === null) {
      const store = new Store(loadSeed().layer(), clock.now);
      return { openedStore: inMemory(store), instance: new Instance({ ...appOptions, store, clock }) };
    }
    const openedStore = await openStore({ world, data, clock: clock.now, onError: onBug });
    try {
      const { store } = openedStore;
      const signingKey = await loadSigningKey(data);
      return { openedStore, instance: new Instance({ ...appOptions, store, clock, signingKey }) };
    } catch (error) {
      await openedStore.close();
      throw error;
    }
  }

  const opened = open();
  server.on('request', (request, response) => {
    opened.then(
      ({ instance }) => instance.handle(request, response),
      () => request.destroy(),
    );
  });

  async function reset(): Promise<void> {
    const { instance } = await opened;
    await instance.restore({ tables: loadSeed(), clock: { mode: 'wall' } }, async () =>
      data === null ? generateSigningKey() : replaceSigningKey(data),
    );
  }

  async function stop(): Promise<void> {
    await closeServer(server);
    await opened.then(
      ({ openedStore }) => openedStore.close(),
      () => {},
    );
  }

  try {
    const { openedStore } = await opened;
    return { url: urlOf(server), server, openedStore, warnings, reset, stop };
  } catch (error) {
    server.closeAllConnections();
    server.close();
    throw error;
  }
}

const inMemory = (store: Store): OpenedStore => ({
  store,
  source: 'world',
  droppedTornLine: false,
  close: async () => {},
});

const publicTokensWarning = ({ host }: ServeOptions): string =>
  `everybody who can reach ${host} can use the fixed tokens of the world; those of the demo world are public`;
