import { summarize, summarizeRatios } from './statistics.mjs';

/**
 * @typedef {import('./environment.mjs').Environment} Environment
 * @typedef {import('./load.mjs').Sample} Sample
 * @typedef {import('./statistics.mjs').Summary} Summary
 */

/**
 * The measurements of all operations: a list of samples, one for each round, by the keys of the operation and of the server. A
 * server without samples for an operation was not measured.
 * @typedef {object} RequestResults
 * @property {Environment} environment
 * @property {number} rounds
 * @property {number} seconds
 * @property {{ key: string, name: string, unit: string, connections: number }[]} operations
 * @property {{ key: string, name: string }[]} servers
 * @property {Record<string, Record<string, Sample[]>>} samples
 */

/**
 * The measurements of data folders with many records: of this checkout and, if there is one, of the compared one.
 * @typedef {object} RecordResults
 * @property {Environment} environment
 * @property {{ meetings: number, proposals: number }} counts
 * @property {number} writes how many of the meetings were created by requests
 * @property {RecordSamples[]} checkouts
 */

/**
 * Times from the start of the process to the first response, in milliseconds, and resident memory in megabytes.
 * @typedef {object} RecordSamples
 * @property {string} name
 * @property {number[]} firstRestartMs the first restart after the writes, which can find them in the journal
 * @property {number[]} restartMs later restarts
 * @property {number} filledMegabytes in the process that received the writes
 * @property {number[]} restartedMegabytes after a restart
 */

/**
 * The time from the acknowledgement of a write on one server to the response of another one that shows it, and that of a read
 * without a position, in milliseconds. `rate` is the number of writes per second meanwhile.
 * @typedef {{ rate: number, count: number, p50: number, p99: number, readP50: number, readP99: number }} LagSample
 */

/**
 * The measurements of the same operations on several stores; `servers` are the stores.
 * @typedef {RequestResults & { database: string, lag: LagSample[] }} StoreResults
 */

/** @typedef {{ requests?: RequestResults, records?: RecordResults, stores?: StoreResults }} Results */

/** The servers that the others are compared with. */
export const baselines = [
  { key: 'apollo', name: 'Apollo Server' },
  { key: 'mercurius', name: 'Mercurius with JIT' },
  { key: 'echo', name: 'Koa echo' },
];

/** What the stores are compared with. */
export const storeBaselines = [{ key: 'file', name: 'data folder' }];

/**
 * @param {RequestResults} results
 * @param {string} operation
 * @param {string} server
 */
const samplesOf = ({ samples }, operation, server) => samples[operation]?.[server] ?? [];

/**
 * The rate of a server, or its CPU time for a request, divided by that of another one; undefined if one of them was not measured.
 * @param {RequestResults} results
 * @param {string} operation
 * @param {string} server
 * @param {string} baseline
 * @param {'rate' | 'cpuMs'} quantity
 */
export const ratio = (results, operation, server, baseline, quantity = 'rate') =>
  summarizeRatios(
    samplesOf(results, operation, server).flatMap((sample) => sample[quantity] ?? []),
    samplesOf(results, operation, baseline).flatMap((sample) => sample[quantity] ?? []),
  );

/**
 * What the measurements of an operation on a server amount to; undefined without a measurement.
 * @param {RequestResults} results
 * @param {string} operation
 * @param {string} server
 */
export function summarizeServer(results, operation, server) {
  const samples = samplesOf(results, operation, server);
  const rate = summarize(samples.map((sample) => sample.rate));
  const p50 = summarize(samples.map((sample) => sample.p50));
  const p99 = summarize(samples.map((sample) => sample.p99));
  const spread = summarize(samples.map((sample) => sample.p99 / sample.p50));
  const cpuMs = summarize(samples.flatMap((sample) => sample.cpuMs ?? []));
  return rate && p50 && p99 && spread && { rate, p50, p99, spread, cpuMs };
}

/**
 * A figure of the first table; `digits` after the decimal point.
 * @typedef {{ name: string, summary: Summary, unit: string, digits: number }} Figure
 */

/**
 * @param {string} name
 * @param {Summary | undefined} summary
 * @returns {Figure[]}
 */
const ratioFigure = (name, summary) => (summary ? [{ name, summary, unit: '×', digits: 2 }] : []);

/**
 * @param {string} name
 * @param {number[]} values
 * @param {string} unit
 * @param {number} digits
 * @returns {Figure[]}
 */
function figure(name, values, unit, digits = 0) {
  const summary = summarize(values);
  return summary ? [{ name, summary, unit, digits }] : [];
}

/** @param {RequestResults} results */
function requestFigures(results) {
  const ratios = /** @type {const} */ ([
    ['list', 'memory', 'list of 50 meetings', ['apollo', 'mercurius']],
    ['create', 'durable', 'durable createMeeting', ['apollo', 'mercurius', 'echo']],
  ]).flatMap(([operation, server, name, others]) =>
    baselines
      .filter(({ key }) => others.some((other) => other === key))
      .flatMap((baseline) =>
        ratioFigure(`${name} ÷ ${baseline.name}`, ratio(results, operation, server, baseline.key)),
      ),
  );
  const spread = summarizeServer(results, 'create-64', 'durable')?.spread;
  const compared = results.operations.flatMap(({ key, name }) =>
    /** @type {const} */ (['durable', 'memory']).flatMap((server) => {
      const other = `compared-${server}`;
      const text = `${name}, ${server} ÷ compared checkout`;
      return [
        ...ratioFigure(text, ratio(results, key, server, other)),
        ...ratioFigure(`${text}, CPU time`, ratio(results, key, server, other, 'cpuMs')),
      ];
    }),
  );
  return [
    ...ratios,
    ...ratioFigure('durable createMeeting, 64 connections: 99th percentile ÷ median', spread),
    ...compared,
  ];
}

/** @param {RecordResults} results */
function recordFigures({ counts, checkouts }) {
  const records = `${(counts.meetings + counts.proposals).toLocaleString('en')} records`;
  return checkouts.flatMap(({ name, firstRestartMs, restartMs, filledMegabytes, restartedMegabytes }) => {
    const text = `${name}, ${records}`;
    return [
      ...figure(`${text}: first response after the first restart`, firstRestartMs, 'ms'),
      ...figure(`${text}: first response after a further restart`, restartMs, 'ms'),
      ...figure(`${text}: resident memory before a restart`, [filledMegabytes], 'MB'),
      ...figure(`${text}: resident memory after a restart`, restartedMegabytes, 'MB'),
    ];
  });
}

/** @param {StoreResults} results */
function storeFigures(results) {
  const ratios = /** @type {const} */ ([
    ['list', 'one', 'list of 50 meetings, PostgreSQL ÷ data folder'],
    ['create', 'one', 'createMeeting, PostgreSQL ÷ data folder'],
    ['create', 'two', 'createMeeting, two servers on PostgreSQL ÷ data folder'],
  ]).flatMap(([operation, store, name]) => ratioFigure(name, ratio(results, operation, store, 'file')));
  const { lag } = results;
  const created = samplesOf(results, 'create', 'one').map(({ rate }) => rate);
  return [
    ...ratios,
    ...figure('createMeeting, one server on PostgreSQL', created, '/s'),
    ...figure(
      'lag between two servers at half load, median',
      lag.map(({ p50 }) => p50),
      'ms',
      1,
    ),
    ...figure(
      'lag between two servers at half load, 99th percentile',
      lag.map(({ p99 }) => p99),
      'ms',
      1,
    ),
  ];
}

/**
 * The figures that matter, of what was measured.
 * @param {Results} results
 */
export const listFigures = ({ requests, records, stores }) => [
  ...(requests ? requestFigures(requests) : []),
  ...(records ? recordFigures(records) : []),
  ...(stores ? storeFigures(stores) : []),
];
