import { performance } from 'node:perf_hooks';
import autocannon from 'autocannon';
import { exchange, httpRequest } from './exchange.mjs';
import { quantile } from './statistics.mjs';

/**
 * @typedef {import('./servers.mjs').Server} Server
 * @typedef {import('./operations.mjs').Operation} Operation
 * @typedef {import('./server-process.mjs').RunningServer} RunningServer
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
 * Sends an operation over and over to one server, and collects the latencies of its units; an Error if any response is unexpected.
 * @param {Server} server
 * @param {string} url
 * @param {Operation} operation
 * @param {Limit} limit
 * @param {string[]} expected the responses, without what varies
 */
async function generate(server, url, { name, connections, requests }, limit, expected) {
  const instance = autocannon({
    url,
    connections,
    ...limit,
    requests: requests.map(httpRequest),
    // A GraphQL error is a fast response with status 200, so every body is checked.
    verifyBody: (body) => expected.includes(withoutVariables(body)),
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
    throw new Error(`${server.name}: ${name} under load: ${counts} in ${result.requests.total} responses`);
  }
  return { rate: result.requests.total / requests.length / duration, latencies };
}

/**
 * For how long, or how often, requests are sent; `overallRate` is the highest number of requests per second.
 * @typedef {{ duration: number, overallRate?: number } | { amount: number }} Limit
 */

/**
 * Sends an operation over and over to servers that have the same records, each with its share of the connections; an Error if any
 * response is unexpected.
 * @param {Server} server
 * @param {RunningServer[]} running
 * @param {Operation} operation
 * @param {Limit} limit the one of each server
 * @returns {Promise<Sample>}
 */
export async function loadAll(server, running, operation, limit) {
  const responses = await Promise.all(running.map(({ url }) => exchange(server, url, operation)));
  const expected = [...new Set(responses.flat().map(withoutVariables))];
  const before = performance.eventLoopUtilization();
  const cpuMs = sumCpuMs(running);
  const share = { ...operation, connections: operation.connections / running.length };
  const results = await Promise.all(running.map(({ url }) => generate(server, url, share, limit, expected)));
  const latencies = results.flatMap((result) => result.latencies);
  const usedCpuMs = sumCpuMs(running) - cpuMs;
  return {
    rate: results.reduce((sum, { rate }) => sum + rate, 0),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    cpuMs: Number.isNaN(usedCpuMs) ? undefined : usedCpuMs / latencies.length,
    generatorLoad: performance.eventLoopUtilization(before).utilization,
  };
}

/** NaN where a system does not have the CPU time. @param {RunningServer[]} running */
const sumCpuMs = (running) => running.reduce((sum, { cpuMs }) => sum + (cpuMs() ?? NaN), 0);

/**
 * Sends an operation over and over to one server; an Error if any response is unexpected.
 * @param {Server} server
 * @param {RunningServer} running
 * @param {Operation} operation
 * @param {Limit} limit
 */
export const load = (server, running, operation, limit) => loadAll(server, [running], operation, limit);

/**
 * Measures an operation on servers that have the same records for a number of seconds, after a warm-up.
 * @param {Server} server
 * @param {RunningServer[]} running
 * @param {Operation} operation
 * @param {number} seconds
 */
export async function measure(server, running, operation, seconds) {
  await loadAll(server, running, operation, { duration: warmUpSeconds });
  return loadAll(server, running, operation, { duration: seconds });
}
