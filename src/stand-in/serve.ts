import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { OpenedStore } from '../store/open.ts';
import type { ControlledInstance } from '../control/controlled-instance.ts';
import type { TestSessions } from '../control/test-sessions.ts';
import type { Upstream } from '../control/upstream/forwarding.ts';
import { shareExecutor } from '../server/app.ts';
import { isLoopbackName } from '../server/http/loopback.ts';
import { watchFolder } from './watch-world.ts';
import { closeServer, hostOf, listen, urlOf } from '../server/listen.ts';
import type { ServeOptions, UpstreamOptions } from './serve-options.ts';
import { createListener } from './create-listener.ts';
import { openInstances } from './instances.ts';

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
   * Restores the records of the world and ends every token from sign-in. Requests that arrive meanwhile wait; a write
   * in flight can get status 503. Rejects with a CommandError if the world cannot be loaded again; then the records stay.
   */
  reset(): Promise<void>;
  /** The world that requests without a test session act on. */
  instance: ControlledInstance;
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
  const { dialect, mockMode, limitRequests, corsOrigins, tokenLifetimeSeconds, onExchange, onBug } = options;
  const executor = shareExecutor(dialect, mockMode);
  const server = await listen(options);
  const isLocal = isLoopbackName(hostOf(server));
  const allowedHosts = options.allowedHosts ?? (isLocal ? [] : undefined);
  const warnings = isLocal ? [] : [publicTokensWarning(options)];
  const appOptions = {
    dialect,
    executor,
    mockMode,
    limitRequests,
    corsOrigins,
    allowedHosts,
    tokenLifetimeSeconds,
    controlHeaders: !options.noAdmin,
    onBug,
    ...(onExchange && { onExchange }),
    ...(options.shadow && { shadow: options.shadow }),
    ...(options.upstream && { upstream: createUpstream(options, options.upstream) }),
  };
  const { own, sessions, reloadWorld } = openInstances(options, appOptions);
  const isLocked = !isLocal && options.adminToken === undefined;
  server.on('request', createListener({ options, own, sessions, allowedHosts, isLocked }));

  const { onWorldChange } = options;
  const stopWatching =
    onWorldChange && watchFolder(options.world, () => void reloadWorld().then(() => onWorldChange(), onWorldChange));

  async function stop(): Promise<void> {
    stopWatching?.();
    await closeServer(server);
    await own.then(
      ({ openedStore }) => openedStore.close(),
      () => {},
    );
  }

  try {
    const { openedStore, instance } = await own;
    const reset = () => instance.reset();
    return { url: urlOf(server), server, openedStore, instance, warnings, sessions, reset, stop };
  } catch (error) {
    stopWatching?.();
    server.closeAllConnections();
    server.close();
    throw error;
  }
}

const createUpstream = (
  { corsOrigins, adminToken }: ServeOptions,
  { origin, forwardsWrites, timeoutMs = 30_000 }: UpstreamOptions,
): Upstream => ({
  origin,
  forwardsWrites,
  timeoutMs,
  pseudonym: `plenum-${randomUUID().slice(0, 8)}`,
  corsOrigins,
  adminToken,
});

const publicTokensWarning = ({ host }: ServeOptions): string =>
  `everybody who can reach ${host} can use the fixed tokens of the world; those of the demo world are public`;
