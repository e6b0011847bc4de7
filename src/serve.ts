import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { createSessions, randomKey, signingKey } from './control/sessions.ts';
import { CommandError, exitCodes } from './errors.ts';
import type { Log } from './log.ts';
import { type OpenStore, memoryStore, openStore } from './store/open.ts';

/** A server that listens. */
export interface Running {
  url: string;
  opened: Pick<OpenStore, 'store' | 'from' | 'torn'>;
  /** Refuses new connections, finishes what is in flight, closes the store; in less than a second. */
  stop(): Promise<void>;
}

// Milliseconds that requests in flight have to finish when the server stops.
const patience = 800;

/** Opens the store and listens; a CommandError for a folder or port that cannot be had, and then nothing is left open. */
export async function serve(config: Config, log: Log): Promise<Running> {
  const opened = config.memory
    ? { store: memoryStore(config.world), from: 'world' as const, torn: false, close: async () => {} }
    : await openStore({ folder: config.data, world: config.world });
  try {
    const { store } = opened;
    const key = config.memory ? randomKey() : signingKey(join(config.data, 'signing-key'));
    const sessions = createSessions({ store, key, lifetime: config['token-lifetime'] * 60 });
    const app = createApp({ store, sessions, onBug: (error) => log.error('bug', error) });
    const server = await listen(app.listen.bind(app), config);
    const { address, port, family } = server.address() as AddressInfo;
    return {
      url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/api`,
      opened,
      stop: async () => {
        await closeServer(server);
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function listen(start: (port: number, host: string) => Server, { port, host }: Config): Promise<Server> {
  const server = start(port, host);
  return new Promise((resolve, reject) => {
    server.once('listening', () => resolve(server));
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason =
        code === 'EADDRINUSE' ? 'is in use; choose another with --port, or 0 for any' : `cannot be used: ${message}`;
      reject(new CommandError(`port ${port} of ${host} ${reason}`, exitCodes.unavailable));
    });
  });
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection that is kept alive becomes idle when its request is done.
  const idle = setInterval(() => server.closeIdleConnections(), 10);
  const late = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
