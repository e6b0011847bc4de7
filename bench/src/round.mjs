import { exchange } from './exchange.mjs';
import { measure } from './load.mjs';
import { createMeeting, listMeetings, pageSize } from './operations.mjs';
import { startServer } from './server-process.mjs';

/**
 * Starts a new server process, measures every operation and stops it; returns a sample for each operation name.
 * @param {import('./servers.mjs').Server} server
 * @param {number} seconds
 * @returns {Promise<Record<string, import('./load.mjs').Sample>>}
 */
export async function measureServer(server, seconds) {
  const { url, stop } = await startServer(server);
  try {
    for (let count = 0; count < pageSize; count += 1) await exchange(server, url, createMeeting);
    // The list is measured first: createMeeting adds tens of thousands of meetings, which would slow the list down.
    const list = await measure(server, url, listMeetings, seconds);
    const create = await measure(server, url, createMeeting, seconds);
    return { [listMeetings.name]: list, [createMeeting.name]: create };
  } finally {
    await stop();
  }
}
