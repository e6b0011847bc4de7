import { exchange } from './exchange.mjs';
import { measure } from './load.mjs';
import { createMeeting, listMeetings, pageSize } from './operations.mjs';
import { startServer } from './server-process.mjs';

/**
 * Starts a server afresh, times every operation on it and ends it; gives a sample for each operation's name.
 * @param {import('./servers.mjs').Server} server
 * @param {number} seconds
 * @returns {Promise<Record<string, import('./load.mjs').Sample>>}
 */
export async function timeServer(server, seconds) {
  const { url, stop } = await startServer(server);
  try {
    for (let count = 0; count < pageSize; count += 1) await exchange(server, url, createMeeting);
    // The list first: createMeeting leaves tens of thousands of meetings, and the page would be cut out of all of them.
    const list = await measure(server, url, listMeetings, seconds);
    const create = await measure(server, url, createMeeting, seconds);
    return { [listMeetings.name]: list, [createMeeting.name]: create };
  } finally {
    await stop();
  }
}
