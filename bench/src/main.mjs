import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawChart } from './chart.mjs';
import { measureControl } from './control.mjs';
import { measureDocuments } from './documents.mjs';
import { readFlags } from './flags.mjs';
import { measureRecords } from './records.mjs';
import { describeResults, formatPage, formatText, listTables } from './report.mjs';
import { measureRequests } from './requests.mjs';
import { measureStart } from './start.mjs';
import { measureStores } from './stores.mjs';

/** @typedef {import('./results.mjs').Results} Results */

// The servers are stopped when this process exits; a signal without a handler would skip that.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

/**
 * Adds results to those of the other command in the folder, and writes the page and the chart.
 * @param {string} folder
 * @param {Results} results
 */
function writeResults(folder, results) {
  const file = join(folder, 'results.json');
  /** @type {Results} */
  const all = { ...(existsSync(file) && JSON.parse(readFileSync(file, 'utf8'))), ...results };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(all)}\n`);
  writeFileSync(join(folder, 'README.md'), formatPage(all));
  if (all.requests) writeFileSync(join(folder, 'chart.svg'), drawChart(all.requests));
}

/** @param {import('./flags.mjs').Flags} flags */
async function measureResults(flags) {
  /** @type {Results} */
  const results =
    flags.command === 'records'
      ? { records: await measureRecords(flags.compare) }
      : flags.command === 'stores'
        ? { stores: await measureStores(flags) }
        : { requests: await measureRequests(flags) };
  process.stdout.write(`${[...describeResults(results), ...listTables(results).map(formatText)].join('\n')}\n`);
  // The committed results are those of a complete run.
  const isComplete = !flags.compare && flags.operations.length === 0 && flags.servers.length === 0;
  const folder = flags.results ?? (isComplete ? fileURLToPath(new URL('../results', import.meta.url)) : undefined);
  if (folder) writeResults(folder, results);
}

try {
  const flags = readFlags(process.argv.slice(2));
  if (flags.command === 'control') process.stdout.write(`${measureControl()}\n`);
  else if (flags.command === 'start') process.stdout.write(`${await measureStart()}\n`);
  else if (flags.command === 'documents') process.stdout.write(`${measureDocuments()}\n`);
  else await measureResults(flags);
} catch (error) {
  const { message, cause } = /** @type {Error} */ (error);
  process.stderr.write(`bench: ${message}${cause ? ` (${cause})` : ''}\n`);
  process.exitCode = 1;
}
