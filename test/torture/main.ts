import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { admin } from './admin.ts';
import { createRandom } from '../../src/random.ts';
import { documents } from './documents.ts';
import { fullDisk, syncs } from './disks.ts';
import { framing } from './framing.ts';
import { kills } from './kills.ts';
import { longHistory } from './long-history.ts';
import { namespaces } from './namespaces.ts';
import { requests } from './requests.ts';
import { responses } from './responses.ts';
import type { Torture } from './torture.ts';

// Attacks the product for longer than the tests do. Without names, runs every attack; `--short` runs each for seconds.

const attacks: Record<string, Torture> = {
  kills,
  'full-disk': fullDisk,
  syncs,
  namespaces,
  'long-history': longHistory,
  requests,
  documents,
  framing,
  responses,
  admin,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    rounds: { type: 'string' },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(attacks, name));
if (unknown.length > 0) {
  process.stderr.write(`unknown: ${unknown.join(', ')}; the attacks are ${Object.keys(attacks).join(', ')}\n`);
  process.exit(2);
}
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) {
  process.stderr.write('--rounds must be a positive number; it is for the attack postgres\n');
  process.exit(2);
}
process.stdout.write(`seed ${values.seed}\n`);
const folder = mkdtempSync(join(tmpdir(), 'plenum-torture-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const name of positionals.length > 0 ? positionals : Object.keys(attacks)) {
  const ownFolder = join(folder, name);
  mkdirSync(ownFolder);
  const start = performance.now();
  const result = await attacks[name]!({
    folder: ownFolder,
    random: createRandom(Number.parseInt(values.seed, 10) || 1),
    isShort: values.short,
    onProgress: (text) => void process.stderr.write(`${text}\n`),
    ...(rounds !== undefined && { rounds }),
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if ('skipped' in result) process.stdout.write(`${name}: could not run: ${result.skipped}\n`);
  else {
    const { summary, counts = {}, problems } = result;
    process.stdout.write(`${name}: ${summary}, ${problems.length} problems, ${seconds} s\n`);
    for (const [label, count] of Object.entries(counts))
      process.stdout.write(`  ${label.padEnd(34)}${String(count).padStart(8)}\n`);
    for (const problem of problems.slice(0, 10)) process.stdout.write(`  ${problem}\n`);
    if (problems.length > 0) process.exitCode = 1;
  }
}
