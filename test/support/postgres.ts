import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './process.ts';
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import type { TestContext } from 'node:test';
import type { Server } from '../../src/stand-in/create-server.ts';
import type { OpenedStore } from '../../src/store/store.ts';
import { type PostgresStoreOptions, openPostgresStore } from '../../src/store/postgres.ts';
import { type Actor, type AnyData, type TestSettings, demoWorld, startServer } from './test-server.ts';

/** Where functions are registered that run at the end: a test, or an attack. */
export interface TestScope {
  after(cleanup: () => unknown): void;
}

/** A PostgreSQL server. */
export interface Postgres {
  /** The URL of a database; its user may do everything. */
  url: string;
  /** Restarts it at once, as a crash and the start after it do. Undefined if it was not started by the tests. */
  restart?: () => Promise<void>;
  stop(): Promise<void>;
}

/** The folders in which distributions have the programs. */
const folders = (): string[] => {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  return [...versions.map((version) => join(debian, version, 'bin')), '/usr/local/bin', '/opt/homebrew/bin'];
};

const setting = process.env['PLENUM_TEST_POSTGRES'];
const isUrl = setting?.startsWith('postgres') ?? false;
const programs = isUrl
  ? undefined
  : (setting === undefined ? folders() : [setting]).find((folder) => existsSync(join(folder, 'initdb')));

/** Why the tests that need PostgreSQL are skipped; undefined if they run. */
export const whyNoPostgres =
  isUrl || programs !== undefined
    ? undefined
    : 'there is no PostgreSQL; PLENUM_TEST_POSTGRES names the URL of a running one, or the folder of its programs';

/** The password of the user `postgres`. */
const password = randomBytes(12).toString('hex');

/** An id of the user that the package makes, or of another one that may do nothing. */
function idOfUser(flag: '-u' | '-g'): number {
  const found = ['postgres', 'nobody']
    .map((name) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    .find(({ status }) => status === 0);
  return Number(found!.stdout);
}

/** PostgreSQL refuses to run as root. */
const isRoot = process.getuid?.() === 0;

/** Starts a server with an empty database, or uses the running one. */
export async function startPostgres(): Promise<Postgres> {
  if (isUrl) return { url: setting!, stop: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'plenum-postgres-'));
  const user = isRoot ? { uid: idOfUser('-u'), gid: idOfUser('-g') } : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (user) chownSync(passwordFile, user.uid, user.gid);
  const flags = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'];
  execFileSync(join(programs!, 'initdb'), [...flags, '--no-sync'], { ...user, cwd: folder, stdio: 'ignore' });
  const port = await freePort();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const start = async () => {
    const settings = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
    // After a crash, the default method opens each of a thousand files, which takes seconds. Linux alone has the other one.
    if (process.platform === 'linux') settings.push('-c', 'recovery_init_sync_method=syncfs');
    server = spawn(join(programs!, 'postgres'), settings, { ...user, cwd: folder, stdio: 'ignore' });
    ended = new Promise((resolve) => server.once('exit', resolve));
    await waitUntilReady(url);
  };
  let server: ReturnType<typeof spawn>;
  let ended: Promise<unknown>;
  const end = () => void server.kill('SIGQUIT');
  await start();
  return {
    url,
    restart: async () => {
      end();
      await ended;
      await start();
    },
    stop: async () => {
      end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(url: string): Promise<void> {
  for (const end = Date.now() + 30_000; ;) {
    try {
      return await runSql(url, 'select 1').then(() => undefined);
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Runs SQL on a connection of its own; returns the rows. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function runSql(url: string, sql: string): Promise<any[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The URL of a schema that no other test uses. It is dropped after the test. */
export function createSchemaUrl(test: TestScope, { url }: Postgres): { url: string; schema: string } {
  const schema = `test_${randomBytes(6).toString('hex')}`;
  test.after(() => runSql(url, `drop schema if exists ${schema} cascade`).catch(() => {}));
  const schemaUrl = new URL(url);
  schemaUrl.searchParams.set('schema', schema);
  return { url: schemaUrl.href, schema };
}

/** What a proxy does with connections. */
export interface TcpProxy {
  /** A URL of the database, through the proxy. */
  url: string;
  /** Cuts the next connection that commits: before the server gets the commit, or before the client gets the response. */
  cutCommit: 'before' | 'after' | undefined;
  /** Runs after a connection was cut because of `cutCommit`, before anything else can happen. */
  onCut?: (() => void) | undefined;
  /** Calls a function once, before the next message of a client with a text is passed on. */
  trap?: { text: string; run: () => void } | undefined;
  /** Whether nothing is passed on, and nothing is cut. */
  isSilent: boolean;
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
        other.write(chunk);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy: TcpProxy = {
    url: url.href,
    cutCommit: undefined,
    isSilent: false,
    cut: () => sockets.forEach((socket) => socket.destroy()),
  };
  t.after(() => {
    server.close();
    proxy.cut();
  });
  return proxy;
}

/** Opens a store in PostgreSQL with the demo world, until the end of the test. */
export async function openShared(
  t: TestContext,
  url: string,
  options: Partial<PostgresStoreOptions> = {},
): Promise<OpenedStore> {
  const opened = await openPostgresStore({ url, world: demoWorld, ...options });
  t.after(() => opened.store.close());
  return opened;
}

/** A response of a server. */
export interface SharedResponse {
  status: number;
  headers: Headers;
  body: AnyData;
}

async function exchange(url: string, init: RequestInit): Promise<SharedResponse> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Sends a GraphQL request to a server. */
export const sendTo = (
  url: string,
  query: string,
  variables: object = {},
  headers: Record<string, string> = {},
  actor: Actor = 'admin',
): Promise<SharedResponse> =>
  exchange(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${actor}-token`, ...headers },
    body: JSON.stringify({ query, variables }),
  });

/** A server with a store in PostgreSQL. */
export interface SharedServer extends Server {
  errors: Error[];
  /** Sends a GraphQL request. */
  send(query: string, variables?: object, headers?: Record<string, string>, actor?: Actor): Promise<SharedResponse>;
  /** Sends a request to the control API. */
  control(method: string, path: string, body?: unknown): Promise<SharedResponse>;
}

/** Starts a server with a store in PostgreSQL, until the end of the test. */
export async function serveShared(t: TestContext, store: string, options: TestSettings = {}): Promise<SharedServer> {
  const errors: Error[] = [];
  const server = await startServer({ store, onBug: (error) => errors.push(error), ...options });
  t.after(() => server.close());
  return {
    ...server,
    errors,
    send: (...request) => sendTo(server.url, ...request),
    control: (method, path, body) =>
      exchange(`${new URL(server.url).origin}/__admin${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}
