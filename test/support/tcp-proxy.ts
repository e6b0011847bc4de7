import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import type { TestScope } from './test-scope.ts';

/** What a proxy does with connections. */
export interface TcpProxy {
  /** A URL of the database, through the proxy. */
  url: string;
  /** Cuts the next connection that commits: before the server gets the commit, or before the client gets the response. */
  cutCommit: 'before' | 'after' | undefined;
  /** Runs after a connection was cut because of `cutCommit`, before anything else can happen. */
  onCut?: (() => void) | undefined;
  /** How many connections were cut because of `cutCommit`. */
  cutCommits: number;
  /** Calls a function once, before the next message of a client with a text is passed on. */
  trap?: { text: string; run: () => void } | undefined;
  /** Whether new connections are cut. */
  isDown: boolean;
  /** Whether nothing is passed on, and nothing is cut. */
  isSilent: boolean;
  /** How long every part of a message takes. */
  delayMs: number;
  /** Cuts all connections. */
  cut(): void;
}

/** Starts a proxy before a PostgreSQL server. It ends after the test. */
export async function startTcpProxy(t: TestScope, databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const cut = () => [client, upstream].forEach((socket) => socket.destroy());
    const cutAtCommit = () => {
      proxy.cutCommits += 1;
      cut();
      proxy.onCut?.();
    };
    let isCommitting = false;
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => (sockets.delete(socket), other.destroy()));
      socket.on('data', (chunk) => {
        if (socket === client && proxy.trap && chunk.includes(proxy.trap.text)) {
          const { run } = proxy.trap;
          proxy.trap = undefined;
          run();
        }
        if (socket === client && proxy.cutCommit && chunk.includes('commit\0')) {
          isCommitting = true;
          if (proxy.cutCommit === 'before') return cutAtCommit();
        }
        if (socket === upstream && isCommitting) {
          proxy.cutCommit = undefined;
          return cutAtCommit();
        }
        if (proxy.isSilent) return;
        if (proxy.delayMs > 0) setTimeout(() => other.write(chunk), proxy.delayMs);
        else other.write(chunk);
      });
    }
    if (proxy.isDown) cut();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy: TcpProxy = {
    url: url.href,
    cutCommit: undefined,
    cutCommits: 0,
    isDown: false,
    isSilent: false,
    delayMs: 0,
    cut: () => sockets.forEach((socket) => socket.destroy()),
  };
  t.after(() => {
    server.close();
    proxy.cut();
  });
  return proxy;
}
