import { readFileSync, statfsSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { connections } from './load.mjs';
import { baseline } from './servers.mjs';

// The type of a tmpfs file system, from statfs(2).
const tmpfs = 0x01021994;

/**
 * The lines that describe the environment of the measurement and how to read the tables.
 * @param {number} seconds
 * @param {number} rounds
 */
export function environmentLines(seconds, rounds) {
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const versions = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
  const inMemory = statfsSync(tmpdir()).type === tmpfs;
  return [
    `Node ${process.version}, NODE_ENV ${process.env['NODE_ENV'] ?? 'not set'}; ${versions.join(', ')}`,
    `${availableParallelism()} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}; shared by the servers and the load generator`,
    `temporary folder ${inMemory ? 'in memory (tmpfs): "durable" does not wait for a disk' : 'on a disk'}`,
    `${connections} connections; rounds: ${rounds}; ${seconds} s for each server and operation`,
    `p99: the median of all rounds; ratio: the median of requests per second divided by that of ${baseline}`,
  ];
}

const formatWhole = (/** @type {number} */ rate) => Math.round(rate).toLocaleString('en');

/** @param {number[]} values */
function summarize(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
  return { min: sorted[0], median, max: sorted[sorted.length - 1] };
}

/**
 * Formats the samples of one operation as a table with one line for each server.
 * @param {string} operation
 * @param {Map<string, import('./load.mjs').Sample[]>} samples by the name of the server
 */
export function tableLines(operation, samples) {
  const medianOf = (/** @type {string} */ name) => summarize(samples.get(name).map(({ rate }) => rate)).median;
  const rows = [...samples].map(([name, list]) => {
    const { min, median, max } = summarize(list.map(({ rate }) => rate));
    const p99 = summarize(list.map((sample) => sample.p99)).median;
    return [
      name,
      formatWhole(min),
      formatWhole(median),
      formatWhole(max),
      formatWhole(p99),
      (median / medianOf(baseline)).toFixed(2),
    ];
  });
  const table = [[operation, 'req/s min', 'median', 'max', 'p99 ms', 'ratio'], ...rows];
  return table.map(([name, ...cells]) => name.padEnd(32) + cells.map((cell) => cell.padStart(11)).join(''));
}
