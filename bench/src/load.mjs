import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import { exchange, httpRequest } from './exchange.mjs';
import { quantile } from './statistics.mjs';

/**
 * @typedef {import('./servers.mjs').Server} Server
 * @typedef {import('./operations.mjs').Operation} Operation
 */

/**
 * One measurement of an operation.
 * @typedef {object} Sample
 * @property {number} rate units per second
 * @property {number} p50 the median of the latency of a unit, in milliseconds
 * @property {number} p99 its 99th percentile
 * @property {number} [cpuMs] the CPU time of the server for a unit; other processes affect it less than the rate
 * @property {number} generatorLoad the share of the time, between 0 and 1, in which the load generator was busy
 */

const warmUpSeconds = 1;

// Two expected responses differ at most in the id of a new meeting and in the time of an answer.
const withoutVariables = (/** @type {string} */ text) => text.replaceAll(/"(id|answeredAt)":"[^"]*"/g, '"$1":""');

/**
 * Sends an operation over and over, for a number of seconds or an amount of requests; an Error if any response is unexpected.
 * @param {Server} server
 * @param {import('./server-process.mjs').RunningServer} running
 * @param {Operation} operation
 * @param {{ duration: number } | { amount: number }} limit
 * @returns {Promise<Sample>}
 */
export async function load(server, running, operation, limit) {
  const { url } = running;
  const { connections, requests } = operation;
  const expected = new Set((await exchange(server, url, operation)).map(withoutVariables));
  const before = performance.eventLoopUtilization();
  const cpuMs = running.cpuMs();
  const instance = autocannon({
    url,
    connections,
    ...limit,
    requests: requests.map(httpRequest),
    // A GraphQL error is a fast response with status 200, so every body is checked.
    verifyBody: (body) => expected.has(withoutVariables(String(body))),
    bailout: 1,
  });
  /** @type {number[]} */
  const latencies = [];
  /** The responses to the requests of an unfinished unit of each connection. @type {WeakMap<object, number[]>} */
  const unfinished = new WeakMap();
  instance.on('response', (client, _statusCode, _bytes, responseMs) => {
    const responses = unfinished.get(client) ?? [];
    responses.push(responseMs);
    if (responses.length === requests.length) latencies.push(responses.splice(0).reduce((sum, each) => sum + each, 0));
    unfinished.set(client, responses);
  });
  const result = await instance;
  const { errors, non2xx, mismatches, duration } = result;
  if (errors + non2xx + mismatches > 0 || latencies.length === 0) {
    const counts = `${errors} errors, ${non2xx} responses without a 2xx status, ${mismatches} unexpected bodies`;
    throw new Error(`${server.name}: ${operation.name} under load: ${counts} in ${result.requests.total} responses`);
  }
  return {
    rate: result.requests.total / requests.length / duration,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    cpuMs: cpuMs === undefined ? undefined : (Number(running.cpuMs()) - cpuMs) / latencies.length,
    generatorLoad: performance.eventLoopUtilization(before).utilization,
  };
}

/**
 * Measures an operation on a server for a number of seconds, after a warm-up.
 * @param {Server} server
 * @param {import('./server-process.mjs').RunningServer} running
 * @param {Operation} operation
 * @param {number} seconds
 */
export async function measure(server, running, operation, seconds) {
  await load(server, running, operation, { duration: warmUpSeconds });
  return load(server, running, operation, { duration: seconds });
}
