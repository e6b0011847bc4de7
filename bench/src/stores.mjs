import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { describeEnvironment } from './environment.mjs';
import { httpRequest } from './exchange.mjs';
import { loadAll, measure } from './load.mjs';
import { createMeeting, operations } from './operations.mjs';
import { counts } from './round.mjs';
import { createTemporaryFolder, startServer } from './server-process.mjs';
import { root, serveCommand } from './servers.mjs';
import { quantile } from './statistics.mjs';
import { writeWorld } from './world.mjs';

/**
 * @typedef {import('./results.mjs').StoreResults} StoreResults
 * @typedef {import('./results.mjs').LagSample} LagSample
 * @typedef {import('./server-process.mjs').RunningServer} RunningServer
 */

/** The stores, and how many servers share each one. */
const stores = [
  { key: 'file', name: 'data folder', servers: 1 },
  { key: 'one', name: 'PostgreSQL, one server', servers: 1 },
  { key: 'two', name: 'PostgreSQL, two servers', servers: 2 },
];

const measured = operations.filter(({ key }) => key === 'list' || key === 'create');
const readRequest = {
  token: 'member-token',
  body: { query: '{ component(id: 2) { id } }' },
  isExpected: (/** @type {any} */ { data }) => data?.component?.id === '2',
};

/**
 * Sends one request, and returns the milliseconds until its response and the position in it.
 * @param {RunningServer} server
 * @param {import('./operations.mjs').OperationRequest} request
 * @param {Record<string, string>} headers
 */
async function send({ url }, request, headers = {}) {
  const { headers: own, ...init } = httpRequest(request);
  const begin = performance.now();
  const response = await fetch(url, { ...init, headers: { ...own, ...headers } });
  const body = /** @type {any} */ (await response.json());
  const ms = performance.now() - begin;
  if (!request.isExpected(body)) throw new Error(`unexpected response: ${response.status} ${JSON.stringify(body)}`);
  return { ms, position: response.headers.get('x-plenum-position') ?? '' };
}

/**
 * Measures how long after the acknowledgement of a write on one server another one responds to a request with its position, while
 * both get writes at a rate.
 * @param {import('./servers.mjs').Server} server
 * @param {RunningServer[]} running
 * @param {number} rate writes per second
 * @param {number} seconds
 * @returns {Promise<LagSample>}
 */
async function measureLag(server, running, rate, seconds) {
  const [lags, reads] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  const progress = { isOver: false };
  const probe = async () => {
    for (let count = 0; !progress.isOver; count += 1) {
      const [one, other] = count % 2 === 0 ? running : running.toReversed();
      if (!one || !other) throw new Error('there are no two servers');
      const { position } = await send(one, createMeeting);
      lags.push((await send(other, readRequest, { 'x-plenum-position': position })).ms);
      reads.push((await send(other, readRequest)).ms);
    }
  };
  const create = measured.find(({ key }) => key === 'create');
  if (!create) throw new Error('there is no operation "create"');
  const limit = { duration: seconds, overallRate: Math.max(1, Math.round(rate / running.length)) };
  const load = loadAll(server, running, create, limit).finally(() => (progress.isOver = true));
  const [sample] = await Promise.all([load, probe()]);
  return {
    rate: sample.rate,
    count: lags.length,
    p50: quantile(lags, 0.5),
    p99: quantile(lags, 0.99),
    readP50: quantile(reads, 0.5),
    readP99: quantile(reads, 0.99),
  };
}

/**
 * Measures the data folder and PostgreSQL in turn, so that a machine that slows down affects all of them.
 * @param {import('./flags.mjs').Flags} flags
 * @returns {Promise<StoreResults>}
 */
export async function measureStores({ rounds, seconds }) {
  /** @type {typeof import('../../test/support/postgres.ts')} */
  const { startPostgres, runSql, whyNoPostgres } = await tsImport('../../test/support/postgres.ts', import.meta.url);
  if (whyNoPostgres) throw new Error(whyNoPostgres);
  const postgres = await startPostgres();
  process.once('exit', () => postgres.end?.());
  /** @type {StoreResults['samples']} */
  const samples = {};
  /** @type {LagSample[]} */
  const lag = [];
  try {
    const drop = (/** @type {string} */ schema) => runSql(postgres.url, `drop schema if exists ${schema} cascade`);
    for (let round = 0; round < rounds; round += 1) {
      const sample = await measureRound(postgres.url, drop, seconds, (key, store, each) => {
        process.stderr.write(`round ${round + 1} of ${rounds}: ${key}, ${store}\n`);
        ((samples[key] ??= {})[store] ??= []).push(each);
      });
      lag.push(sample);
    }
    const [{ server_version: version }] = await runSql(postgres.url, 'show server_version');
    return {
      environment: describeEnvironment(),
      database: `PostgreSQL ${version}`,
      rounds,
      seconds,
      operations: measured.map(({ key, name, unit, connections }) => ({ key, name, unit, connections })),
      servers: stores.map(({ key, name }) => ({ key, name })),
      samples,
      lag,
    };
  } finally {
    await postgres.stop();
  }
}

/**
 * Starts all servers anew, measures each operation on each store in turn, and then the lag.
 * @param {string} database
 * @param {(schema: string) => Promise<unknown>} drop
 * @param {number} seconds
 * @param {(operation: string, store: string, sample: import('./load.mjs').Sample) => void} record
 */
async function measureRound(database, drop, seconds, record) {
  const folder = createTemporaryFolder();
  const url = new URL(database);
  /** @type {{ key: string, server: import('./servers.mjs').Server, running: RunningServer[] }[]} */
  const started = [];
  const schemas = [];
  try {
    const world = join(folder.path, 'world');
    writeWorld(root, world, counts);
    for (const { key, name, servers } of stores) {
      const schema = `bench_${process.pid}_${key}`;
      url.searchParams.set('schema', schema);
      if (key !== 'file') schemas.push(schema);
      const place = key === 'file' ? ['--data', join(folder.path, 'data')] : ['--store', url.href];
      const command = serveCommand(root, [...place, '--world', world]);
      const store = {
        key,
        server: { key, name, checkout: root, command: () => command },
        running: /** @type {RunningServer[]} */ ([]),
      };
      started.push(store);
      for (let count = 0; count < servers; count += 1) store.running.push(await startServer(name, command, root));
    }
    let rate = 0;
    for (const operation of measured)
      for (const { key, server, running } of started) {
        const sample = await measure(server, running, operation, seconds);
        record(operation.key, key, sample);
        rate = sample.rate;
      }
    // The last one was the create on two servers.
    const { server, running } = /** @type {(typeof started)[number]} */ (started.at(-1));
    return await measureLag(server, running, rate / 2, seconds);
  } finally {
    for (const { running } of started) for (const each of running) await each.stop();
    for (const schema of schemas) await drop(schema);
    folder.remove();
  }
}
