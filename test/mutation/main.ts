import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadCases } from '../../src/cases/load.ts';
import { Coverage } from './coverage.ts';
import { type SourceMutant, instrumentServer } from './instrument.ts';
import { nameOf, staleEntries } from './named-mutants.ts';
import { Results } from './results.ts';
import { WorkerPool } from './worker-pool.ts';
import type { CaseInDialect } from './worker.ts';

// Changes the source of the server in one place at a time, and runs the cases of the suite until one fails.

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
  },
});
// What continuous integration runs. Few cases for each mutant kill fewer of them than all cases do, and a small sample varies.
const short = { mutants: 40, casesPerMutant: 100, leastShare: 0.7 };
const size = values.short ? short.mutants : values.sample ? Number(values.sample) : undefined;
const casesPerMutant = values.short ? short.casesPerMutant : values.quick ? Infinity : undefined;
process.chdir(fileURLToPath(new URL('../../', import.meta.url)));
const print = (line: string) => process.stdout.write(`${line}\n`);
const describe = ({ file, line, text, mutator, original, replacement }: SourceMutant): string =>
  `${file}:${line} ${mutator}\n    ${text}\n    ${original} → ${replacement.split('\n').join(' ')}`;

const started = performance.now();
const { code, mutants } = await instrumentServer();
for (const entry of staleEntries(mutants)) {
  print(`named-mutants.json: no mutant fits ${JSON.stringify(entry)}`);
  process.exitCode = 1;
}
const unnamed = mutants.filter((mutant) => !nameOf(mutant) && mutant.file.startsWith(values.file));
const sample = shuffle(unnamed, values.seed).slice(0, size);
const count = (kind: string) => mutants.filter((mutant) => nameOf(mutant)?.kind === kind).length;
print(
  `${mutants.length} mutants: ${count('outside')} outside the contract, ${count('equivalent')} equivalent, ` +
    `${sample.length} of the others with seed ${values.seed}`,
);
if (values.list) for (const mutant of sample) print(describe(mutant));
else await runSample();

/** Orders mutants by a hash, so that a longer sample begins with the shorter one, and a named mutant does not change the others. */
function shuffle(all: SourceMutant[], seed: string): SourceMutant[] {
  const hash = ({ key }: SourceMutant) => createHash('sha256').update(`${seed} ${key}`).digest('hex');
  return all
    .map((mutant) => ({ mutant, order: hash(mutant) }))
    .toSorted((one, other) => (one.order < other.order ? -1 : 1))
    .map(({ mutant }) => mutant);
}

async function runSample(): Promise<void> {
  const folder = 'node_modules/.cache/plenum-mutation';
  const cases = loadCases();
  const results = new Results(folder, code, cases);
  mkdirSync(folder, { recursive: true });
  const codeFile = join(folder, 'server.cjs');
  writeFileSync(codeFile, code);
  const pool = new WorkerPool(codeFile, availableParallelism());
  const survivors: SourceMutant[] = [];
  try {
    const coverage = new Coverage(pool, cases, mutants);
    print(`${(await coverage.shared()).passed.length} cases pass without a mutant; ${seconds()} s`);
    const rest = sample.values();
    await Promise.all(Array.from({ length: availableParallelism() }, runRest));

    async function runRest(): Promise<void> {
      for (const mutant of rest) {
        const killedBy = results.get(mutant) ? results.get(mutant)!.killedBy : await kill(mutant);
        if (killedBy !== null) continue;
        survivors.push(mutant);
        print(describe(mutant));
      }
    }

    async function kill(mutant: SourceMutant): Promise<string | null> {
      for await (const { cases: order, hitLimit } of coverage.casesThatReach(mutant, casesPerMutant)) {
        const result = await pool.run({ mutant: { id: mutant.id, hitLimit }, cases: order });
        const killer = result.kind === 'done' ? nameKiller(result.killedBy) : null;
        if (killer !== null) return results.set(mutant, killer).killedBy;
      }
      return casesPerMutant === undefined ? results.set(mutant, null).killedBy : null;
    }
  } finally {
    pool.close();
  }
  const killed = sample.length - survivors.length;
  print(
    `killed ${killed} of ${sample.length} (${((100 * killed) / sample.length).toFixed(1)} %), ` +
      `${survivors.length} survived; ${seconds()} s`,
  );
  if (!values.short && survivors.length > 0) process.exitCode = 1;
  if (values.short && killed < short.leastShare * sample.length) {
    print(`at least ${100 * short.leastShare} % have to be killed`);
    process.exitCode = 1;
  }
}

function nameKiller(killer: CaseInDialect | string | undefined): string | null {
  if (killer === undefined) return null;
  return typeof killer === 'string' ? killer : `${killer.id} in ${killer.dialect}`;
}

function seconds(): string {
  return ((performance.now() - started) / 1000).toFixed(0);
}
