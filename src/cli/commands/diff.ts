import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultDecidimDialect, loadServerDialect, suiteDialectByName } from '../../dialects/dialects.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { parseFlags } from '../../parse-flags.ts';
import type { Terminal } from '../../../conformance/index.ts';
import type { Targets } from '../../../tools/diff/exchange.ts';
import { readKnownCauses } from '../../../tools/diff/known-causes.ts';
import {
  type DiffReport,
  type ExchangesByPhase,
  createDiffReport,
  formatDiffReport,
} from '../../../tools/diff/report.ts';
import { type DiffPlan, runPlan } from '../../../tools/diff/run.ts';
import {
  type TargetOptions,
  assertUnwrittenLocalTargets,
  checkTargets,
  openTargets,
} from '../../../tools/diff/targets.ts';

const projectKnownCauses = fileURLToPath(new URL('../../../tools/diff/known-causes.json', import.meta.url));

const help = `plenum diff --b SERVER [FLAGS]: send the same requests to two servers and report where the responses differ

  --a SERVER          a URL, a target file, or self: a stand-in in this process (self)
  --b SERVER          the server to compare it with
  --dialect NAME      the dialect of both servers (${defaultDecidimDialect})
  --reads             read every field of every record of the demo world, as several actors
  --mutations N       the number of generated mutations (200)
  --seed N            the seed of the generated mutations (1)
  --mode MODE         validate sends mutations that write nothing, write sends mutations that write (validate)
  --known FILE        causes of differences that are known, and why; those of the project by default
  --timeout SECONDS   the time limit of a response (30)
  --out FILE          write the report to a file, as JSON
  --help              print this help

For a server with a URL, tokens come from PLENUM_ADMIN_TOKEN, PLENUM_MEMBER_TOKEN and PLENUM_OTHER_TOKEN.
Both servers must have the demo world. Exit codes: 0 no unknown differences, 1 unknown differences, 2 invalid flags,
4 a server is unreachable, 70 a bug.`;

interface DiffOptions extends Omit<DiffPlan, 'schema'>, TargetOptions {
  known?: string;
  out?: string;
}

const usage = (message: string) => new CommandError(`${message} (see plenum diff --help)`, exitCodes.usage);

const text = { type: 'string' } as const;
const toggle = { type: 'boolean' } as const;
const flags = {
  a: text,
  b: text,
  dialect: text,
  reads: toggle,
  mutations: text,
  seed: text,
  mode: text,
  known: text,
  timeout: text,
  out: text,
  help: toggle,
} as const;

function parseDiffOptions(args: string[]): DiffOptions | 'help' {
  const values = parseFlags({ args, options: flags }, usage).values;
  if (values.help) return 'help';
  const { a = 'self', b, dialect = defaultDecidimDialect, mode = 'validate', reads = false, known, out } = values;
  if (b === undefined) throw usage('--b is required: the server to compare with');
  if (mode !== 'validate' && mode !== 'write') throw usage(`--mode must be validate or write, not ${mode}`);
  const wholeNumber = (name: 'mutations' | 'seed' | 'timeout', defaultValue: string): number => {
    const value = values[name] ?? defaultValue;
    if (/^\d{1,9}$/.test(value)) return Number(value);
    throw usage(`--${name} must be a whole number, not ${value}`);
  };
  const mutations = wholeNumber('mutations', '200');
  const seed = wholeNumber('seed', '1');
  return { a, b, dialect, mode, reads, known, out, mutations, seed, timeoutMs: 1000 * wholeNumber('timeout', '30') };
}

/** Runs `plenum diff` and returns the exit code; a CommandError has its own. */
export async function runDiff(args: string[], terminal: Terminal): Promise<number> {
  const options = parseDiffOptions(args);
  if (options === 'help') {
    terminal.print(help);
    return 0;
  }
  suiteDialectByName(options.dialect);
  const known = readKnownCauses(options.known ?? projectKnownCauses);
  const targets = await openTargets(options, terminal.environment);
  try {
    await checkTargets(targets);
    if (options.mode === 'write') await assertUnwrittenLocalTargets(targets);
    const schema = (await loadServerDialect(options.dialect)).createSchema('empty');
    const exchanges = await collectExchanges(targets, { ...options, schema }, terminal);
    const report = createDiffReport(exchanges, targets, known, schema);
    terminal.print(formatDiffReport(report));
    if (options.out) writeReport(options.out, options, report);
    return report.causes.some(({ reason }) => reason === undefined) ? 1 : 0;
  } finally {
    await Promise.all([targets.a.close(), targets.b.close()]);
  }
}

async function collectExchanges(
  targets: Targets,
  plan: DiffPlan,
  { progress, signal }: Terminal,
): Promise<ExchangesByPhase> {
  const exchanges: ExchangesByPhase = new Map();
  let count = 0;
  await runPlan(targets, plan, signal, (phase, exchange) => {
    if (!exchanges.has(phase)) exchanges.set(phase, []);
    exchanges.get(phase)!.push(exchange);
    count += 1;
    progress(`${count} sent: ${phase}`, count % 100 === 0);
  });
  progress('');
  return exchanges;
}

const writeReport = (file: string, { seed, mode, a, b }: DiffOptions, report: DiffReport): void =>
  writeFileSync(file, `${JSON.stringify({ a, b, seed, mode, ...report }, null, 2)}\n`);
