import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startServer } from './server-process.mjs';
import { root, serveCommand } from './servers.mjs';
import { summarize } from './statistics.mjs';

const rounds = 9;
const dialects = ['specification', 'decidim-0.32'];
const request = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ query: '{ component(id: 2) { id } }' }),
};

/** Measures how long the compiled server takes to its first response. */
async function measureServer() {
  const start = performance.now();
  const { url, stop } = await startServer('plenum', serveCommand(root, ['--memory']), root);
  try {
    await (await fetch(url, request)).text();
    return performance.now() - start;
  } finally {
    await stop();
  }
}

const program = `
const loading = performance.now();
const { createStandIn } = await import(process.argv[1]);
const loaded = performance.now();
const standIn = await createStandIn({ dialect: process.argv[2] });
console.log(loaded - loading, performance.now() - loaded);
await standIn.close();
`;

/**
 * Measures `createStandIn` in a new process: its import, and the call.
 * @param {string} dialect
 */
function measureEmbedded(dialect) {
  const entry = pathToFileURL(join(root, 'dist/index.js')).href;
  const args = ['--input-type=module', '--eval', program, entry, dialect];
  const [imported = 0, created = 0] = execFileSync(process.execPath, args, { encoding: 'utf8' }).split(' ').map(Number);
  return { imported, created };
}

/** Measures the starts of the compiled package, each in new processes; returns a table as text. */
export async function measureStart() {
  /** @type {Record<string, number[]>} */
  const samples = {};
  const add = (/** @type {string} */ name, /** @type {number} */ value) => (samples[name] ??= []).push(value);
  for (let round = 0; round < rounds; round += 1) {
    add('plenum serve --memory, first response', await measureServer());
    for (const dialect of dialects) {
      const { imported, created } = measureEmbedded(dialect);
      add("import 'plenum'", imported);
      add(`createStandIn, ${dialect}`, created);
    }
  }
  const rows = Object.entries(samples).map(([name, values]) => {
    const { median, min, max } = /** @type {NonNullable<ReturnType<typeof summarize>>} */ (summarize(values));
    return `${name.padEnd(40)}${median.toFixed(0).padStart(6)} (${min.toFixed(0)}–${max.toFixed(0)})`;
  });
  return [`Node.js ${process.version}; milliseconds: median, minimum and maximum of ${rounds} rounds`, ...rows].join(
    '\n',
  );
}
