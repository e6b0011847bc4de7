import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { MockMode, ServerDialect } from '../contract/server-dialect.ts';
import type { OpenedStore } from '../store/open.ts';
import { RequestError } from '../errors.ts';
import { createSessionReader } from '../control/control-access.ts';
import type { Exchange } from '../control/requests/exchange.ts';
import type { ControlledInstance } from '../control/controlled-instance.ts';
import { adminPath } from '../control/admin/operations.ts';
import type { Identity } from '../control/admin/handlers.ts';
import type { TestSessions } from '../control/test-sessions.ts';
import { createExecutor } from '../server/app.ts';
import { isLoopbackName } from '../server/http/loopback.ts';
import { type ListenOptions, closeServer, hostOf, listen, urlOf } from '../server/listen.ts';
import { type InstanceSource, openInstances } from './instances.ts';

export interface ServeOptions extends ListenOptions, InstanceSource {
  dialect: ServerDialect;
  /** What `GET /` says. */
  identity: Identity;
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
  /** Whether every request must name a test session. */
  requireSession?: boolean;
  /** Whether there is no control API; then the headers of the control are ignored. */
  noAdmin?: boolean;
  /** The token of the control API. On an address that is not a loopback address, there is no control without one. */
  adminToken?: string | undefined;
  onBug(error: Error): void;
  /** Receives each exchange of every instance. */
  onExchange?: (exchange: Exchange) => void;
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
  const { dialect, corsOrigins, noAdmin = false, adminToken, requireSession = false, onBug } = options;
  const { limitRequests, tokenLifetimeSeconds } = options;
  const startedAt = performance.now();
  const executor = createExecutor(dialect, options.mockMode);
  const server = await listen(options);
  const isLocal = isLoopbackName(hostOf(server));
  const allowedHosts = options.allowedHosts ?? (isLocal ? [] : undefined);
  const warnings = isLocal ? [] : [publicTokensWarning(options)];
  const { mockMode, onExchange } = options;
  const appOptions = {
    dialect,
    executor,
    mockMode,
    limitRequests,
    corsOrigins,
    allowedHosts,
    tokenLifetimeSeconds,
    controlHeaders: !noAdmin,
    onBug,
    ...(onExchange && { onExchange }),
  };
  const { own, sessions } = openInstances(options, appOptions);
  const isLocked = !isLocal && adminToken === undefined;
  const readSession = createSessionReader({ isEnabled: !noAdmin, isLocked, requireSession, corsOrigins });

  async function findInstance({ headers, method }: IncomingMessage, isSessionRequired = true) {
    const { instance } = await own;
    // A browser asks whether it may send the header before it sends it.
    const name = readSession(headers, isSessionRequired && method !== 'OPTIONS');
    return name === undefined ? instance : sessions.get(name);
  }

  let admin: Promise<RequestListener> | undefined;
  const loadAdmin = async (): Promise<RequestListener> => {
    const { createAdminApp } = await import('../control/admin/admin-app.ts');
    const token = isLocked ? null : adminToken;
    const { identity } = options;
    return createAdminApp({
      isEnabled: !noAdmin,
      identity,
      startedAt,
      token,
      corsOrigins,
      allowedHosts,
      sessions,
      findInstance,
      onBug,
    }).callback() as RequestListener;
  };

  server.on('request', (request, response) => {
    const isForAdmin = isRoot(request.url!) || (!noAdmin && isAdminUrl(request.url!));
    const listener = isForAdmin ? (admin ??= loadAdmin()) : findInstance(request).then(({ handle }) => handle);
    listener.then(
      (handle) => handle(request, response),
      (error: Error) => (error instanceof RequestError ? sendError(response, error) : request.destroy()),
    );
  });

  async function stop(): Promise<void> {
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
    server.closeAllConnections();
    server.close();
    throw error;
  }
}

const isRoot = (url: string): boolean => url === '/' || url.startsWith('/?');
const isAdminUrl = (url: string): boolean => url.startsWith(adminPath) && /^[/?]?$/.test(url[adminPath.length] ?? '');

function sendError(response: ServerResponse, { status, message }: RequestError): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    // Pages can read the error, as they can read those of the API.
    'Access-Control-Allow-Origin': '*',
  });
  response.end(JSON.stringify({ errors: [{ message }] }));
}

const publicTokensWarning = ({ host }: ServeOptions): string =>
  `everybody who can reach ${host} can use the fixed tokens of the world; those of the demo world are public`;
