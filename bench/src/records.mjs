import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describeEnvironment } from './environment.mjs';
import { exchange } from './exchange.mjs';
import { load } from './load.mjs';
import { createMeeting } from './operations.mjs';
import { createTemporaryFolder, startServer } from './server-process.mjs';
import { root, serveCommand } from './servers.mjs';
import { writeWorld } from './world.mjs';

const counts = { meetings: 115_000, proposals: 5000 };
const writes = 100_000;
const starts = 5;
// Memory is measured when the garbage of the start is collected, as far as it will be.
const idleMs = 2000;

const operation = {
  key: 'fill',
  name: 'the writes that fill the data folder',
  unit: 'requests',
  connections: 64,
  hasEcho: false,
  requests: [createMeeting],
};
const firstRequest = {
  ...operation,
  name: 'the first request',
  requests: [
    {
      token: 'member-token',
      body: {
        query: '{ component(id: 2) { ... on Meetings { meetings(last: 1) { nodes { id title { translation } } } } } }',
      },
      isExpected: (/** @type {any} */ { data }) => data?.component?.meetings?.nodes.length === 1,
    },
  ],
};

/**
 * Starts the stand-in with a data folder; measures the time until its first response, and its memory.
 * @param {import('./servers.mjs').Server} server
 * @param {string} folder
 */
async function restart(server, folder) {
  const begin = performance.now();
  const { url, residentMegabytes, stop } = await startServer(
    server.name,
    server.command({ world: '', data: folder }),
    server.checkout,
  );
  try {
    await exchange(server, url, firstRequest);
    const milliseconds = performance.now() - begin;
    await setTimeout(idleMs);
    return { milliseconds, megabytes: residentMegabytes() };
  } finally {
    await stop('SIGTERM');
  }
}

/**
 * Fills a data folder through the stand-in of a checkout: from a world folder, and by requests. Then restarts it several times,
 * each time as the first restart after the writes, and then as a later one.
 * @param {string} name
 * @param {string} checkout
 * @returns {Promise<import('./results.mjs').RecordSamples>}
 */
async function measureCheckout(name, checkout) {
  const log = (/** @type {string} */ text) => process.stderr.write(`${name}: ${text}\n`);
  const folder = createTemporaryFolder();
  const world = join(folder.path, 'world');
  const data = join(folder.path, 'data');
  /** @type {import('./servers.mjs').Server} */
  const server = {
    key: 'records',
    name,
    checkout,
    command: (folders) => serveCommand(checkout, ['--data', folders.data]),
  };
  try {
    writeWorld(checkout, world, { ...counts, meetings: counts.meetings - writes });
    log(`${writes} writes`);
    const command = serveCommand(checkout, ['--data', data, '--world', world]);
    const filling = await startServer(name, command, checkout);
    let filledMegabytes;
    try {
      // The load function sends one request more, whose response the others are compared with.
      await load(server, filling, operation, { amount: writes - 1 });
      await setTimeout(idleMs);
      filledMegabytes = filling.residentMegabytes();
    } finally {
      await filling.stop('SIGTERM');
    }

    const firstRestartMs = [];
    for (let count = 1; count <= starts; count += 1) {
      log(`start ${count} of ${starts} after the writes`);
      // A start can replace the snapshot, so each one gets a copy.
      const copy = join(folder.path, `copy-${count}`);
      cpSync(data, copy, { recursive: true });
      firstRestartMs.push((await restart(server, copy)).milliseconds);
    }
    await restart(server, data);
    const restarts = [];
    for (let count = 1; count <= starts; count += 1) {
      log(`start ${count} of ${starts}`);
      restarts.push(await restart(server, data));
    }
    return {
      name,
      firstRestartMs,
      restartMs: restarts.map(({ milliseconds }) => milliseconds),
      filledMegabytes,
      restartedMegabytes: restarts.map(({ megabytes }) => megabytes),
    };
  } finally {
    folder.remove();
  }
}

/**
 * Measures the stand-in with many records, and that of another checkout if there is one.
 * @param {string | undefined} otherCheckout
 * @returns {Promise<import('./results.mjs').RecordResults>}
 */
export async function measureRecords(otherCheckout) {
  const checkouts = [await measureCheckout('stand-in', root)];
  if (otherCheckout !== undefined) checkouts.push(await measureCheckout('compared checkout', resolve(otherCheckout)));
  return { environment: describeEnvironment(), counts, writes, checkouts };
}
