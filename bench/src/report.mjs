import { readFileSync, statfsSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { connections } from './load.mjs';
import { baseline } from './servers.mjs';

const tmpfs = 0x01021994;

/**
 * What the figures depend on and how to read them, a fact a line.
 * @param {number} seconds
 * @param {number} rounds
 */
export function factLines(seconds, rounds) {
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const versions = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
  const inMemory = statfsSync(tmpdir()).type === tmpfs;
  return [
    `Node ${process.version}, NODE_ENV ${process.env['NODE_ENV'] ?? 'not set'}; ${versions.join(', ')}`,
    `${availableParallelism()} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}; servers and load share them`,
    `temporary folder ${inMemory ? 'in memory (tmpfs): "durable" waits for no disk' : 'on a disk'}`,
    `${connections} connections; rounds: ${rounds}, of ${seconds} s for each server and operation`,
    `p99: the median of the rounds; ratio: median requests per second over those of ${baseline}`,
  ];
}

const whole = (/** @type {number} */ rate) => Math.round(rate).toLocaleString('en');

/** @param {number[]} values */
function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
  return { min: sorted[0], median, max: sorted[sorted.length - 1] };
}

/**
 * The samples of one operation as the lines of a table, a server a line.
 * @param {string} operation
 * @param {Map<string, import('./load.mjs').Sample[]>} samples by the name of the server
 */
export function tableLines(operation, samples) {
  const medianOf = (/** @type {string} */ name) => spread(samples.get(name).map(({ rate }) => rate)).median;
  const rows = [...samples].map(([name, list]) => {
    const { min, median, max } = spread(list.map(({ rate }) => rate));
    const p99 = spread(list.map((sample) => sample.p99)).median;
    return [name, whole(min), whole(median), whole(max), whole(p99), (median / medianOf(baseline)).toFixed(2)];
  });
  const table = [[operation, 'req/s min', 'median', 'max', 'p99 ms', 'ratio'], ...rows];
  return table.map(([name, ...cells]) => name.padEnd(32) + cells.map((cell) => cell.padStart(11)).join(''));
}
