import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

// Measures the start of the server from the sources and from dist/: the time until it answers its first request, and the memory
// that it holds afterwards.
const root = fileURLToPath(new URL('../..', import.meta.url));
const rounds = 7;
/** @type {Record<string, string[]>} */
const commands = {
  source: ['--import', 'tsx', 'src/cli/main.ts'],
  compiled: ['dist/src/cli/main.js'],
};
const request = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ query: '{ component(id: 2) { id } }' }),
};

/** @param {string[]} command */
async function measureStart(command) {
  const start = performance.now();
  const child = spawn(process.execPath, [...command, 'serve', '--port', '0', '--memory'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = await once(createInterface(child.stdout), 'line');
    const url = /http:\S+/.exec(line)?.[0];
    if (!url) throw new Error(`the server printed no URL: ${line}`);
    const response = await fetch(url, request);
    await response.text();
    const milliseconds = performance.now() - start;
    await setTimeout(500);
    const kibibytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }));
    return { milliseconds, megabytes: (kibibytes * 1024) / 1e6 };
  } finally {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
}

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** @type {Record<string, { milliseconds: number, megabytes: number }[]>} */
const samples = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1)
  for (const [name, command] of Object.entries(commands)) samples[name].push(await measureStart(command));

process.stdout.write(`Node.js ${process.version}; median, minimum and maximum of ${rounds} starts\n`);
process.stdout.write(`${''.padEnd(10)}${'first response, ms'.padStart(24)}${'resident memory, MB'.padStart(24)}\n`);
for (const [name, measured] of Object.entries(samples)) {
  const cells = /** @type {const} */ (['milliseconds', 'megabytes']).map((unit) => {
    const values = measured.map((sample) => sample[unit]);
    return `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)})`;
  });
  process.stdout.write(`${name.padEnd(10)}${cells.map((cell) => cell.padStart(24)).join('')}\n`);
}
