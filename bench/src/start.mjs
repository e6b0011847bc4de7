import { setTimeout } from 'node:timers/promises';
import { startServer } from './server-process.mjs';
import { root, serveCommand } from './servers.mjs';
import { summarize } from './statistics.mjs';

// Measures the start of the server from the sources and from dist/: the time until it answers its first request, and the memory
// that it holds afterwards.
const rounds = 7;
const [, ...options] = serveCommand(root, ['--memory']);
/** @type {Record<string, string[]>} */
const commands = {
  source: ['--import', 'tsx', 'src/cli/main.ts', ...options],
  compiled: serveCommand(root, ['--memory']),
};
const request = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ query: '{ component(id: 2) { id } }' }),
};

/**
 * @param {string} name
 * @param {string[]} command
 */
async function measureStart(name, command) {
  const start = performance.now();
  const { url, residentMegabytes, stop } = await startServer(name, command, root);
  try {
    const response = await fetch(url, request);
    await response.text();
    const milliseconds = performance.now() - start;
    await setTimeout(500);
    return { milliseconds, megabytes: residentMegabytes() };
  } finally {
    await stop();
  }
}

/** @type {Record<string, { milliseconds: number, megabytes: number }[]>} */
const samples = {};
for (let round = 0; round < rounds; round += 1)
  for (const [name, command] of Object.entries(commands))
    (samples[name] ??= []).push(await measureStart(name, command));

process.stdout.write(`Node.js ${process.version}; median, minimum and maximum of ${rounds} starts\n`);
process.stdout.write(`${''.padEnd(10)}${'first response, ms'.padStart(24)}${'resident memory, MB'.padStart(24)}\n`);
for (const [name, measured] of Object.entries(samples)) {
  const cells = /** @type {const} */ (['milliseconds', 'megabytes']).map((unit) => {
    const summary = summarize(measured.map((sample) => sample[unit]));
    return summary ? `${summary.median.toFixed(0)} (${summary.min.toFixed(0)}–${summary.max.toFixed(0)})` : '';
  });
  process.stdout.write(`${name.padEnd(10)}${cells.map((cell) => cell.padStart(24)).join('')}\n`);
}
