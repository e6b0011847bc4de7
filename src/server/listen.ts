import { type RequestListener, type Server, type ServerOptions, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setImmediate } from 'node:timers';
import { CommandError, exitCodes } from '../errors.ts';

/** How long a client may take to send a request. After that, the server responds with 408 and closes the connection. */
export interface RequestTimeouts {
  headersMs: number;
  /** For headers and body. */
  requestMs: number;
}

export interface ListenOptions {
  host: string;
  /** 0 selects a free port. */
  port: number;
  /** By default, 10 seconds for headers and 30 seconds for a request. */
  timeouts?: RequestTimeouts;
}

const defaultTimeouts: RequestTimeouts = { headersMs: 10_000, requestMs: 30_000 };

// How long pending requests may take when the server stops.
const shutdownTimeoutMs = 800;

/** Returns the options of an HTTP server. The server compares the times with the timeouts at intervals only. */
const durationLimits = ({ headersMs, requestMs }: RequestTimeouts = defaultTimeouts): ServerOptions => ({
  headersTimeout: headersMs,
  requestTimeout: requestMs,
  // Longer than the minute for which proxies and clients keep a connection: one that both end at once costs a request.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: Math.min(1000, headersMs / 2),
});

/** Creates an HTTP server that listens. Throws a CommandError if it cannot use the port. */
export function listen({ host, port, timeouts }: ListenOptions): Promise<Server> {
  const server = createServer(durationLimits(timeouts));
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason =
        code === 'EADDRINUSE' ? 'is in use; choose another with --port, or 0 for any' : `cannot be used: ${message}`;
      reject(new CommandError(`port ${port} of ${host} ${reason}`, exitCodes.unavailable));
    });
    server.listen(port, host, () => resolve(server));
  });
}

/**
 * How many requests of one connection are handled at once, and begin in one turn of the event loop. Only clients that pipeline send more,
 * and get their responses in order anyway.
 */
export const maxRequestsInFlight = 8;

/** How many more requests of one connection wait; one more closes it. No client that pipelines for speed sends as many. */
export const maxWaitingRequests = 512;

interface Connection {
  inFlight: number;
  /** How many began since the event loop last turned. */
  begun: number;
  waiting: (() => void)[];
}

/**
 * Limits how many requests of one connection a listener handles at once. Node.js passes all requests that a connection has sent in one go,
 * and most are answered before the next one is passed: thousands of them would keep other clients waiting for seconds.
 */
export function limitRequestsInFlight(listener: RequestListener): RequestListener {
  const connections = new WeakMap<object, Connection>();
  const beginWaiting = (connection: Connection) => {
    connection.begun = 0;
    while (connection.waiting.length > 0 && mayBegin(connection)) connection.waiting.shift()!();
  };
  return (request, response) => {
    let connection = connections.get(request.socket);
    if (!connection) connections.set(request.socket, (connection = { inFlight: 0, begun: 0, waiting: [] }));
    const { waiting } = connection;
    const begin = () => {
      // Of those that begin in one turn, the first one sees to the next turn.
      if ((connection.begun += 1) === 1) setImmediate(beginWaiting, connection);
      connection.inFlight += 1;
      response.once('close', () => {
        connection.inFlight -= 1;
        if (connection.begun === 0) setImmediate(beginWaiting, connection);
      });
      listener(request, response);
    };
    if (waiting.length === 0 && mayBegin(connection)) begin();
    else if (waiting.length < maxWaitingRequests) waiting.push(begin);
    else request.socket.destroy();
  };
}

const mayBegin = ({ inFlight, begun }: Connection): boolean =>
  inFlight < maxRequestsInFlight && begun < maxRequestsInFlight;

const addressOf = (server: Server) => server.address() as AddressInfo;

/** Returns the address that a server listens on, as a URL contains it. */
export function hostOf(server: Server): string {
  const { address, family } = addressOf(server);
  return family === 'IPv6' ? `[${address}]` : address;
}

// A server that listens on all addresses of its machine is reached at each of them; these two themselves are no addresses to open.
const loopbackOfAll: Record<string, string> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' };

const endpointAt = (host: string, server: Server): string => `http://${host}:${addressOf(server).port}/api`;

/** Returns the URL of the GraphQL endpoint, which this machine can open. */
export function urlOf(server: Server): string {
  const host = hostOf(server);
  return endpointAt(loopbackOfAll[host] ?? host, server);
}

/** Returns the URLs of the GraphQL endpoint that other machines can open, if the server listens on all addresses. */
export function networkUrlsOf(server: Server): string[] {
  const host = hostOf(server);
  if (!(host in loopbackOfAll)) return [];
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses
    .filter(({ internal, family, scopeid }) => !internal && !scopeid && (family === 'IPv4' || host === '[::]'))
    .map(({ address, family }) => endpointAt(family === 'IPv6' ? `[${address}]` : address, server));
}

/** Refuses new connections, and waits for pending requests for less than a second. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // A keep-alive connection becomes idle only after its request.
  const idleTimer = setInterval(() => server.closeIdleConnections(), 10);
  const timeout = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs);
  await closed;
  clearInterval(idleTimer);
  clearTimeout(timeout);
}
