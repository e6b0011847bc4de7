import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './servers.mjs';
import { createTemporaryFolder } from './server-process.mjs';
import { summarize } from './statistics.mjs';
import { writeWorld } from './world.mjs';

// Measures what embedding and isolating the stand-in costs: each round in a new process, because only the first start loads the
// engine.
const rounds = 7;
const counts = { meetings: 5000, proposals: 5000 };
const dialects = ['specification', 'decidim-0.32'];
const child = fileURLToPath(new URL('control-process.mjs', import.meta.url));

/** Measures every dialect, and returns a table as text. */
export function measureControl() {
  const folder = createTemporaryFolder();
  try {
    const world = join(folder.path, 'world');
    writeWorld(root, world, counts);
    /** @type {Record<string, Record<string, number[]>>} */
    const samples = {};
    for (let round = 0; round < rounds; round += 1)
      for (const dialect of dialects) {
        const output = execFileSync(process.execPath, ['--expose-gc', child, root, dialect, world], {
          encoding: 'utf8',
        });
        for (const [name, value] of Object.entries(JSON.parse(output)))
          ((samples[name] ??= {})[dialect] ??= []).push(value);
      }
    return formatTable(samples);
  } finally {
    folder.remove();
  }
}

/**
 * @param {string} name
 * @param {string[]} cells
 */
const line = (name, cells) => `${name.padEnd(50)}${cells.map((cell) => cell.padStart(24)).join('')}`;

/** @param {Record<string, Record<string, number[]>>} samples */
function formatTable(samples) {
  const rows = Object.entries(samples).map(([name, byDialect]) =>
    line(
      name,
      dialects.map((dialect) => {
        const summary = summarize(byDialect[dialect] ?? []);
        return summary ? `${summary.median.toFixed(2)} (${summary.min.toFixed(2)}–${summary.max.toFixed(2)})` : '';
      }),
    ),
  );
  const title = `Node.js ${process.version}; median, minimum and maximum of ${rounds} processes`;
  return [title, line('', dialects), ...rows].join('\n');
}
