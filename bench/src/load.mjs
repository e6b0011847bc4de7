import autocannon from 'autocannon';
import { exchange, httpRequest } from './exchange.mjs';

/**
 * The result of one measurement: requests per second, and the 99th percentile of the latency in milliseconds.
 * @typedef {{ rate: number, p99: number }} Sample
 */

/** The number of concurrent connections; each sends its next request when it has received a response. */
export const connections = 32;

const warmUpSeconds = 1;

// Two expected responses differ at most in the id of a new meeting.
const withoutId = (/** @type {string} */ text) => text.replace(/"id":"\d+"/, '');

/**
 * Measures one operation on one server for a number of seconds, after a warm-up; an Error if any response is unexpected.
 * @param {import('./servers.mjs').Server} server
 * @param {string} url
 * @param {import('./operations.mjs').Operation} operation
 * @param {number} seconds
 * @returns {Promise<Sample>}
 */
export async function measure(server, url, operation, seconds) {
  const expected = withoutId(await exchange(server, url, operation));
  const load = async (/** @type {number} */ duration) => {
    const result = await autocannon({
      url,
      connections,
      duration,
      ...httpRequest(operation),
      // A GraphQL error is a fast response with status 200, so every body is checked.
      verifyBody: (body) => withoutId(String(body)) === expected,
      bailout: 1,
    });
    const { errors, non2xx, mismatches, requests } = result;
    if (errors + non2xx + mismatches > 0 || requests.total === 0) {
      const counts = `${errors} errors, ${non2xx} responses without a 2xx status, ${mismatches} unexpected bodies`;
      throw new Error(`${server.name}: ${operation.name} under load: ${counts} in ${requests.total} responses`);
    }
    return { rate: requests.total / result.duration, p99: result.latency.p99 };
  };
  await load(warmUpSeconds);
  return load(seconds);
}
