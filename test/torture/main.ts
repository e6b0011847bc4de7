import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../../src/random.ts';
import { attacks } from './attacks.ts';

// Attacks the product for longer than the tests do. Without names, runs every attack; `--short` runs each for seconds, as the tests do.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(attacks, name));
if (unknown.length > 0) {
  process.stderr.write(`unknown: ${unknown.join(', ')}; the attacks are ${Object.keys(attacks).join(', ')}\n`);
  process.exit(2);
}
process.stdout.write(`seed ${values.seed}\n`);
const folder = mkdtempSync(join(tmpdir(), 'plenum-torture-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const name of positionals.length > 0 ? positionals : Object.keys(attacks)) {
  const ownFolder = join(folder, name);
  mkdirSync(ownFolder);
  const result = await attacks[name]!({
    folder: ownFolder,
    random: createRandom(Number.parseInt(values.seed, 10) || 1),
    isShort: values.short,
  });
  if ('skipped' in result) process.stdout.write(`${name}: could not run: ${result.skipped}\n`);
  else {
    const { summary, problems } = result;
    process.stdout.write(`${name}: ${summary}, ${problems.length} problems\n`);
    for (const problem of problems.slice(0, 10)) process.stdout.write(`  ${problem}\n`);
    if (problems.length > 0) process.exitCode = 1;
  }
}
