import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { MockMode, ServerDialect } from '../contract/server-dialect.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { type OpenedStore, createMemoryStore, openStore } from '../store/open.ts';
import { createApp, createExecutor } from './app.ts';
import { createSessions, generateSigningKey, loadSigningKey } from './auth/sessions.ts';

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
  onBug(error: Error): void;
}

/** A server that is listening. */
export interface RunningServer {
  /** The GraphQL endpoint, ending in `/api`. */
  url: string;
  openedStore: OpenedStore;
  /** Refuses new connections, waits up to a second for pending requests, and closes the store. */
  stop(): Promise<void>;
}

// How long pending requests may take when the server stops.
const shutdownTimeoutMs = 800;

/**
 * Starts listening and opens the store. Throws a CommandError if the port or the data folder cannot be used; the port comes
 * first, so that a port in use leaves the data folder unchanged.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { dialect, data, limitRequests, tokenLifetimeSeconds: lifetimeSeconds, onBug } = options;
  const executor = createExecutor(dialect, options.mockMode);
  let setListener: (listener: RequestListener) => void;
  const ready = new Promise<RequestListener>((resolve) => (setListener = resolve));
  const waitUntilReady: RequestListener = (request, response) =>
    void ready.then((listener) => listener(request, response));
  const server = await listen(createServer(waitUntilReady), options);
  let openedStore: OpenedStore | undefined;
  try {
    openedStore = data === null ? openMemoryStore(options) : await openStore({ ...options, data });
    const { store, close } = openedStore;
    const signingKey = data === null ? generateSigningKey() : loadSigningKey(join(data, 'signing-key'));
    const sessions = createSessions({ store, signingKey, lifetimeSeconds });
    const listener = createApp({ store, sessions, dialect, executor, limitRequests, onBug }).callback();
    server.off('request', waitUntilReady).on('request', listener);
    setListener!(listener);
    return { url: urlOf(server), openedStore, stop: () => closeServer(server).then(close) };
  } catch (error) {
    server.closeAllConnections();
    server.close();
    await openedStore?.close();
    throw error;
  }
}

const openMemoryStore = ({ world }: ServeOptions): OpenedStore => ({
  store: createMemoryStore(world),
  source: 'world',
  droppedTornLine: false,
  close: async () => {},
});

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/api`;
}

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
