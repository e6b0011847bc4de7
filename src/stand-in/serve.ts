import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { MockMode, ServerDialect } from '../contract/server-dialect.ts';
import { type OpenedStore, openStore } from '../store/open.ts';
import { generateSigningKey, loadSigningKey, replaceSigningKey } from '../store/signing-key.ts';
import { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { loadWorldTables } from '../store/world.ts';
import { RequestError } from '../errors.ts';
import { shareExecutor } from '../server/app.ts';
import { Clock } from '../server/clock.ts';
import { isLoopbackName } from '../server/http/loopback.ts';
import { Instance, type InstanceState } from '../server/instance.ts';
import { TestSessions, readSessionName, sessionHeader } from '../control/test-sessions.ts';
import { replaceWorld, watchFolder } from './watch-world.ts';
import { type ListenOptions, closeServer, hostOf, listen, urlOf } from '../server/listen.ts';

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
  /** How many test sessions there may be at a time; 1,000 by default. */
  maxSessions?: number;
  /** The milliseconds without a request after which a test session is dropped; 10 minutes by default. */
  sessionIdleMs?: number;
  /** Whether every request must name a test session. */
  requireSession?: boolean;
  onBug(error: Error): void;
  /**
   * If set, changes of the world folder are loaded while the server runs; only for a server without a data folder. Receives the
   * reason if they cannot be loaded, and undefined if they are.
   */
  onWorldChange?(error?: Error): void;
}

/** A server that is listening. */
export interface RunningServer {
  /** The GraphQL endpoint, ending in `/api`. */
  url: string;
  /** The HTTP server, for requests that do not come through its port. */
  server: Server;
  /** The world that requests without a test session act on. */
  instance: Instance;
  /** The world as it was loaded. Throws a CommandError if it cannot be loaded. */
  loadSeed(): InstanceState;
  /** The store as it was opened at the start. */
  openedStore: OpenedStore;
  /** What the operator should know about the options. */
  warnings: string[];
  /**
   * Restores the records of the world and ends every token from sign-in. Requests that arrive meanwhile wait; a write in
   * flight may be lost. Rejects with a CommandError if the world cannot be loaded again; then the records stay.
   */
  reset(): Promise<void>;
  /** The worlds of tests, which share what is unchanged with the world of the server. */
  sessions: TestSessions;
  /** Refuses new connections, waits up to a second for pending requests, and closes the store. */
  stop(): Promise<void>;
}

/**
 * Starts listening and opens the store. Throws a CommandError if the port or the data folder cannot be used; the port comes
 * first, so that a port in use leaves the data folder unchanged.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { dialect, data, world, limitRequests, tokenLifetimeSeconds, corsOrigins, onBug } = options;
  const executor = shareExecutor(dialect, options.mockMode);
  const server = await listen(options);
  const isLocal = isLoopbackName(hostOf(server));
  const allowedHosts = options.allowedHosts ?? (isLocal ? [] : undefined);
  const warnings = isLocal ? [] : [publicTokensWarning(options)];
  const appOptions = { dialect, executor, limitRequests, corsOrigins, allowedHosts, tokenLifetimeSeconds, onBug };
  let seed: Tables | undefined;
  const loadSeed = (): InstanceState => ({
    tables: (seed ??= loadWorldTables(world, Date.now())),
    clock: { mode: 'wall' },
  });

  async function open() {
    const clock = new Clock();
    if (data === null) {
      const store = new Store(loadSeed().tables.layer(), clock.now);
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
  const sessions = new TestSessions({
    maxSessions: options.maxSessions ?? 1000,
    idleMs: options.sessionIdleMs ?? 600_000,
    async create(state = loadSeed()) {
      const clock = new Clock();
      clock.setting = state.clock;
      return new Instance({ ...appOptions, store: new Store(state.tables.layer(), clock.now), clock });
    },
  });

  async function findInstance({ headers }: IncomingMessage): Promise<Instance> {
    const { instance } = await opened;
    const name = readSessionName(headers);
    if (name !== undefined) return sessions.get(name);
    if (options.requireSession) throw new RequestError(400, `The header ${sessionHeader} is required.`);
    return instance;
  }

  server.on('request', (request, response) => {
    findInstance(request).then(
      (instance) => instance.handle(request, response),
      (error: Error) => (error instanceof RequestError ? sendError(response, error) : request.destroy()),
    );
  });

  async function reset(): Promise<void> {
    const { instance } = await opened;
    await instance.restore(loadSeed(), async () => (data === null ? generateSigningKey() : replaceSigningKey(data)));
  }

  async function reloadWorld(): Promise<void> {
    const next = loadWorldTables(world, Date.now());
    await replaceWorld((await opened).instance, seed!, next);
    seed = next;
  }

  const { onWorldChange } = options;
  const stopWatching =
    onWorldChange && watchFolder(world, () => void reloadWorld().then(() => onWorldChange(), onWorldChange));

  async function stop(): Promise<void> {
    stopWatching?.();
    await closeServer(server);
    await opened.then(
      ({ openedStore }) => openedStore.close(),
      () => {},
    );
  }

  try {
    const { openedStore, instance } = await opened;
    return { url: urlOf(server), server, instance, loadSeed, openedStore, warnings, sessions, reset, stop };
  } catch (error) {
    stopWatching?.();
    server.closeAllConnections();
    server.close();
    throw error;
  }
}

function sendError(response: ServerResponse, { status, message }: RequestError): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ errors: [{ message }] }));
}

const inMemory = (store: Store): OpenedStore => ({
  store,
  source: 'world',
  droppedTornLine: false,
  close: async () => {},
});

const publicTokensWarning = ({ host }: ServeOptions): string =>
  `everybody who can reach ${host} can use the fixed tokens of the world; those of the demo world are public`;
