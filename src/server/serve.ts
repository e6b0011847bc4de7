import { type RequestListener, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createApp, createExecutor } from './app.ts';
import type { Config } from '../cli/options.ts';
import { createSessions, generateSigningKey, loadSigningKey } from './auth/sessions.ts';
import { loadServerDialect } from '../dialects/dialects.ts';
import { CommandError, exitCodes } from '../errors.ts';
import type { Logger } from '../cli/logger.ts';
import { type OpenedStore, createMemoryStore, openStore } from '../store/open.ts';

/** A server that listens. */
export interface RunningServer {
  url: string;
  openedStore: OpenedStore;
  /** Refuses new connections, finishes what is in flight, closes the store; in less than a second. */
  stop(): Promise<void>;
}

// Milliseconds that requests in flight have to finish when the server stops.
const shutdownTimeoutMs = 800;

/**
 * Listens, and opens the store. A CommandError for an unknown dialect, or a port or folder that cannot be had; then nothing
 * is left open, and nothing was written for a port that is in use.
 */
export async function serve(config: Config, log: Logger): Promise<RunningServer> {
  const dialect = await loadServerDialect(config.dialect);
  const executor = createExecutor(dialect, config.fill);
  let begin: (answer: RequestListener) => void;
  const ready = new Promise<RequestListener>((resolve) => (begin = resolve));
  const wait: RequestListener = (request, response) => void ready.then((answer) => answer(request, response));
  const server = await listen(createServer(wait), config);
  let openedStore: OpenedStore | undefined;
  try {
    const { store, close } = (openedStore = config.memory ? memory(config) : await openStore(config));
    const signingKey = config.memory ? generateSigningKey() : loadSigningKey(join(config.data, 'signing-key'));
    const sessions = createSessions({ store, signingKey, lifetimeSeconds: config['token-lifetime'] * 60 });
    const limitRequests = config.limits === 'on';
    const onBug = (error: Error) => log.error('bug', error);
    const answer = createApp({ store, sessions, dialect, executor, limitRequests, onBug }).callback();
    server.off('request', wait).on('request', answer);
    begin!(answer);
    return { url: urlOf(server), openedStore, stop: () => closeServer(server).then(close) };
  } catch (error) {
    server.closeAllConnections();
    server.close();
    await openedStore?.close();
    throw error;
  }
}

const memory = ({ world }: Config): OpenedStore => ({
  store: createMemoryStore(world),
  source: 'world',
  droppedTornLine: false,
  close: async () => {},
});

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/api`;
}

function listen(server: Server, { port, host }: Config): Promise<Server> {
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
  // A connection that is kept alive becomes idle when its request is done.
  const idle = setInterval(() => server.closeIdleConnections(), 10);
  const late = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
