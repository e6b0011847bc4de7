import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultDecidimDialect, loadServerDialect } from '../../dialects/dialects.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { defineCommand } from '../command.ts';
import { type OptionTable, boolean, oneOf, positiveNumber, text, wholeNumber } from '../../option.ts';
import type { Terminal } from '../terminal.ts';
import type { Targets } from '../../../tools/diff/exchange.ts';
import type { ExchangesByPhase } from '../../../tools/diff/report.ts';
import type { DiffPlan } from '../../../tools/diff/run.ts';

const projectKnownCauses = fileURLToPath(new URL('../../../tools/diff/known-causes.json', import.meta.url));

const options = {
  a: {
    value: 'SERVER',
    help: 'a URL, a target file, or self: a stand-in in this process',
    parse: text,
    default: 'self',
  },
  b: { value: 'SERVER', help: 'the server to compare it with; required', parse: text, default: undefined },
  dialect: { value: 'NAME', help: 'dialect of both servers', parse: text, default: defaultDecidimDialect },
  reads: {
    help: 'read every field of every record of the demo world, as several actors',
    parse: boolean,
    default: false,
  },
  mutations: { value: 'N', help: 'number of generated mutations', parse: wholeNumber(0, 999_999_999), default: 200 },
  seed: { value: 'N', help: 'seed of the generated mutations', parse: wholeNumber(0, 999_999_999), default: 1 },
  mode: {
    value: 'MODE',
    help: 'validate sends mutations that write nothing, write sends mutations that write',
    parse: oneOf('validate', 'write'),
    default: 'validate' as const,
  },
  known: {
    value: 'FILE',
    help: 'causes of differences that are known, and why; those of the project by default',
    parse: text,
    default: undefined,
  },
  timeout: {
    value: 'SECONDS',
    help: 'time limit of a response',
    parse: positiveNumber('a number of seconds'),
    default: 30,
  },
  out: { value: 'FILE', help: 'write the report to a file, as JSON', parse: text, default: undefined },
} satisfies OptionTable;

export const diffCommand = defineCommand({
  name: 'diff',
  summary: 'send the same requests to two servers and report where the responses differ',
  options,
  notes: `For a server with a URL, tokens come from PLENUM_ADMIN_TOKEN, PLENUM_MEMBER_TOKEN and PLENUM_OTHER_TOKEN.
Both servers must have the demo world.

Exit codes: 0 no unknown differences, 1 unknown differences, 2 invalid flags, 4 a server is unreachable, 70 a bug.`,
  async run({ options: flags }, terminal) {
    const { a, b, dialect, mode, reads, mutations, seed } = flags;
    if (b === undefined) throw new CommandError('--b is required: the server to compare with', exitCodes.usage);
    const { createRedactor, redactValue } = await import('../../../conformance/model/redactor.ts');
    const { formatJson } = await import('../../../conformance/reports/format-text.ts');
    const { readKnownCauses } = await import('../../../tools/diff/known-causes.ts');
    const { createDiffReport, formatDiffReport } = await import('../../../tools/diff/report.ts');
    const { assertUnwrittenLocalTargets, checkTargets, openTargets } = await import('../../../tools/diff/targets.ts');
    const serverDialect = await loadServerDialect(dialect);
    const known = readKnownCauses(flags.known ?? projectKnownCauses);
    const targets = await openTargets({ a, b, dialect, timeoutMs: 1000 * flags.timeout! }, terminal.environment);
    try {
      await checkTargets(targets);
      if (mode === 'write') await assertUnwrittenLocalTargets(targets);
      const schema = serverDialect.createSchema('empty');
      const exchanges = await collectExchanges(targets, { mode, reads, mutations, seed, schema } as DiffPlan, terminal);
      const redact = createRedactor(() => [...targets.a.secrets(), ...targets.b.secrets()]);
      const report = redactValue(createDiffReport(exchanges, targets, known, schema), redact);
      terminal.print(formatDiffReport(report));
      if (flags.out) writeFileSync(flags.out, `${formatJson({ a, b, seed, mode, ...report }, 2)}\n`);
      return report.causes.some(({ reason }) => reason === undefined) ? 1 : 0;
    } finally {
      await Promise.all([targets.a.close(), targets.b.close()]);
    }
  },
});

async function collectExchanges(
  targets: Targets,
  plan: DiffPlan,
  { progress, signal }: Terminal,
): Promise<ExchangesByPhase> {
  const { runPlan } = await import('../../../tools/diff/run.ts');
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
