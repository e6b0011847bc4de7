import { baselines, listFigures, ratio, storeBaselines, summarizeServer } from './results.mjs';

/**
 * @typedef {import('./results.mjs').Results} Results
 * @typedef {import('./results.mjs').RequestResults} RequestResults
 */

/** A table; the cells of each row are texts, the first one a name. @typedef {{ title: string, head: string[], rows: string[][] }} Table */

// The load generator has one thread: near its limit, a rate is that of the generator.
const busyGenerator = 0.85;
const missing = '–';

const formatNumber = (/** @type {number} */ value, digits = 0) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** @param {Results} results */
function figureTable(results) {
  const rows = listFigures(results).map(({ name, summary: { min, median, max }, unit, digits }) => [
    name,
    ...[median, min, max].map((value) => formatNumber(value, digits)),
    unit,
  ]);
  return { title: 'The figures that matter', head: ['', 'median', 'min', 'max', 'unit'], rows };
}

/**
 * @param {RequestResults} results
 * @param {RequestResults['operations'][number]} operation
 * @param {{ key: string, name: string }[]} others with what the servers are compared
 */
function operationTable(results, operation, others) {
  const { key, name, unit, connections } = operation;
  const ratioHeads = others.map((baseline) => `÷ ${baseline.name}`);
  const rows = results.servers.flatMap((server) => {
    const summary = summarizeServer(results, key, server.key);
    if (!summary) return [];
    const { rate, p50, p99, spread, cpuMs } = summary;
    const isLimited = results.samples[key]?.[server.key]?.some(({ generatorLoad }) => generatorLoad > busyGenerator);
    const ratios = others.map((baseline) => ratio(results, key, server.key, baseline.key)?.median);
    return [
      [
        server.name,
        `${isLimited ? '≥ ' : ''}${formatNumber(rate.median)}`,
        formatNumber(rate.min),
        formatNumber(rate.max),
        formatNumber(p50.median, 1),
        formatNumber(p99.median, 1),
        formatNumber(spread.median, 1),
        cpuMs ? formatNumber(cpuMs.median, 3) : missing,
        ...ratios.map((value) => (value === undefined ? missing : formatNumber(value, 2))),
      ],
    ];
  });
  const head = ['', `${unit}/s`, 'min', 'max', 'p50 ms', 'p99 ms', 'p99 ÷ p50', 'CPU ms', ...ratioHeads];
  return { title: `${name}, ${connections} connections`, head, rows };
}

/**
 * One row for each round.
 * @param {import('./results.mjs').StoreResults} results
 */
function lagTable({ lag }) {
  const head = ['', 'writes/s', 'probes', 'lag p50 ms', 'lag p99 ms', 'read p50 ms', 'read p99 ms'];
  const rows = lag.map(({ rate, count, p50, p99, readP50, readP99 }, index) => [
    `round ${index + 1}`,
    formatNumber(rate),
    formatNumber(count),
    ...[p50, p99, readP50, readP99].map((value) => formatNumber(value, 1)),
  ]);
  return { title: 'Stores: lag between two servers', head, rows };
}

/**
 * The tables of the results: the figures that matter, and one for each operation.
 * @param {Results} results
 * @returns {Table[]}
 */
export function listTables(results) {
  const { requests, stores } = results;
  const operations = requests?.operations.map((operation) => operationTable(requests, operation, baselines)) ?? [];
  const ofStores =
    stores?.operations.map((operation) => {
      const table = operationTable(stores, operation, storeBaselines);
      return { ...table, title: `Stores: ${table.title}` };
    }) ?? [];
  return [figureTable(results), ...operations, ...ofStores, ...(stores ? [lagTable(stores)] : [])];
}

/**
 * Formats a table for the terminal.
 * @param {Table} table
 */
export function formatText({ title, head, rows }) {
  const lines = [[title, ...head.slice(1)], ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const pad = (/** @type {string} */ cell, /** @type {number} */ column) =>
    column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0);
  return lines.map((line) => `${line.map(pad).join('  ').trimEnd()}\n`).join('');
}

/** @param {Table} table */
function formatMarkdown({ title, head, rows }) {
  const rule = head.map((_, column) => (column ? '---:' : '---'));
  const lines = [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |\n`);
  return `## ${title}\n\n${lines.join('')}`;
}

/**
 * How and where the results were measured: one sentence on each line.
 * @param {Results} results
 */
export function describeResults({ requests, records, stores }) {
  const environments = Object.entries({ requests, records, stores }).flatMap(([name, each]) =>
    each ? [{ name, ...each.environment }] : [],
  );
  return [
    ...environments.map(
      ({ name, date, node, machine, disk }) =>
        `${name}: ${date}, Node.js ${node}, ${machine}, shared with the load generator; temporary folder ${disk}.`,
    ),
    ...new Set(environments.map(({ versions }) => `Versions: ${versions}.`)),
    'The stand-in is the compiled program of the package. NODE_ENV is "production" for every server.',
    'The other GraphQL servers have the same records in memory and one common schema with the least resolvers; they validate no attributes.',
    ...(requests
      ? [
          `Rounds: ${requests.rounds}. Each measures every operation on every server in turn, for ${requests.seconds} s after a warm-up.`,
          'CPU ms: the CPU time of the server for one request or page. Other processes of the machine affect it less than the rate.',
          'Rates, times and percentiles are medians of the rounds; a ratio (÷) is the median of the ratios within the rounds. "≥": the load generator was the limit.',
        ]
      : []),
    ...(records
      ? [
          `Records: ${formatNumber(records.counts.meetings)} meetings, ${formatNumber(records.writes)} of them created by requests, and ${formatNumber(records.counts.proposals)} proposals.`,
        ]
      : []),
    ...(stores
      ? [
          `Stores: ${stores.database} with its default settings on the same machine, ${stores.rounds} rounds of ${stores.seconds} s. Two servers share the connections.`,
          'Lag: from the acknowledgement of a write on one server until the other one has responded to a request with its position, while both get half of the writes that they can take; beside it, requests without a position.',
        ]
      : []),
  ];
}

/**
 * Formats the results as a page in Markdown, which shows `chart.svg` beside it.
 * @param {Results} results
 */
export function formatPage(results) {
  const command =
    'Written by `npm run bench`, `npm run bench -- records` and `npm run bench -- stores`; `results.json` has all samples.';
  const [figures, ...tables] = listTables(results).map(formatMarkdown);
  const chart = results.requests ? ['![Requests per second of each server](chart.svg)\n'] : [];
  const details = describeResults(results).map((line) => `- ${line}\n`);
  return ['# Benchmark\n', `${command}\n`, figures, ...chart, details.join(''), ...tables].join('\n');
}
