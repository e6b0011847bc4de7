import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from './free-port.ts';
import type { TestScope } from './test-scope.ts';

/** A PostgreSQL server. */
export interface Postgres {
  /** The URL of a database; its user may do everything. */
  url: string;
  /** Restarts it at once, as a crash and the start after it do. Undefined if it was not started by the tests. */
  restart?: () => Promise<void>;
  /** Ends it at once, or starts it again; undefined likewise. */
  end?: () => void;
  start?: () => Promise<void>;
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
    end,
    start: async () => {
      await ended;
      await start();
    },
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
