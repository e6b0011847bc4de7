import autocannon from 'autocannon';
import { exchange, httpRequest } from './exchange.mjs';

/**
 * What one run of load measured: requests per second, and the 99th percentile of the latency in milliseconds.
 * @typedef {{ rate: number, p99: number }} Sample
 */

/** How many connections send at once, each its next request when it has the answer. */
export const connections = 32;

const warmUp = 1;

// A new meeting's id is all in which two right answers may differ.
const withoutId = (/** @type {string} */ text) => text.replace(/"id":"\d+"/, '');

/**
 * Times one operation on one server for so many seconds, after a warm-up; an Error when any answer was wrong.
 * @param {import('./servers.mjs').Server} server
 * @param {string} url
 * @param {import('./operations.mjs').Operation} operation
 * @param {number} seconds
 * @returns {Promise<Sample>}
 */
export async function measure(server, url, operation, seconds) {
  const right = withoutId(await exchange(server, url, operation));
  const load = async (/** @type {number} */ duration) => {
    const result = await autocannon({
      url,
      connections,
      duration,
      ...httpRequest(operation),
      // A GraphQL error is a fast answer with status 200: every body is looked at.
      verifyBody: (body) => withoutId(String(body)) === right,
      bailout: 1,
    });
    const { errors, non2xx, mismatches, requests } = result;
    if (errors + non2xx + mismatches > 0 || requests.total === 0) {
      const counts = `${errors} errors, ${non2xx} answers other than 2xx, ${mismatches} other bodies`;
      throw new Error(`${server.name}: ${operation.name} under load: ${counts} in ${requests.total} answers`);
    }
    return { rate: requests.total / result.duration, p99: result.latency.p99 };
  };
  await load(warmUp);
  return load(seconds);
}
