import { join } from 'node:path';
import { measure } from './load.mjs';
import { listSize } from './operations.mjs';
import { createTemporaryFolder, startServer } from './server-process.mjs';
import { writeWorld } from './world.mjs';

/**
 * @typedef {import('./load.mjs').Sample} Sample
 * @typedef {import('./operations.mjs').Operation} Operation
 * @typedef {import('./servers.mjs').Server} Server
 */

/** Enough records for full pages. */
export const counts = { meetings: listSize + 30, proposals: 40, comments: listSize };

/**
 * Starts every server anew and measures each operation on all servers in turn, so that a machine that slows down affects all of them.
 * @param {Server[]} servers in the order of the measurements
 * @param {Operation[]} operations
 * @param {number} seconds
 * @param {(operation: Operation, server: Server, sample: Sample) => void} record
 */
export async function measureRound(servers, operations, seconds, record) {
  const folder = createTemporaryFolder();
  /** @type {{ server: Server, running: import('./server-process.mjs').RunningServer }[]} */
  const started = [];
  try {
    for (const server of servers) {
      const world = join(folder.path, `${server.key}-world`);
      writeWorld(server.checkout, world, counts);
      const command = server.command({ world, data: join(folder.path, `${server.key}-data`) });
      started.push({ server, running: await startServer(server.name, command, server.checkout) });
    }
    for (const operation of operations) {
      for (const { server, running } of started) {
        if (server.isEcho && !operation.hasEcho) continue;
        if (operation.isDecidim && !server.isDecidim) continue;
        record(operation, server, await measure(server, [running], operation, seconds));
      }
    }
  } finally {
    for (const { running } of started) await running.stop();
    folder.remove();
  }
}
