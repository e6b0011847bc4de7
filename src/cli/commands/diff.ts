import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { suiteDialectByName, loadServerDialect } from '../../dialects/dialects.ts';
import type { Terminal } from '../terminal.ts';
import type { Targets } from '../../../tools/diff/exchange.ts';
import { type DiffOptions, diffHelp, parseDiffOptions } from '../../../tools/diff/options.ts';
import { readKnownCauses } from '../../../tools/diff/known-causes.ts';
import {
  type ExchangesByPhase,
  type DiffReport,
  createDiffReport,
  formatDiffReport,
} from '../../../tools/diff/report.ts';
import { type DiffPlan, runPlan } from '../../../tools/diff/run.ts';
import { checkTargets, assertUnwrittenLocalTargets, openTargets } from '../../../tools/diff/targets.ts';

const projectKnown = fileURLToPath(new URL('../../../tools/diff/known-causes.json', import.meta.url));

/** `plenum diff`: compares two servers and gives the exit code. CommandErrors carry theirs. */
export async function runDiff(args: string[], terminal: Terminal): Promise<number> {
  const options = parseDiffOptions(args);
  if (options === 'help') {
    terminal.print(diffHelp);
    return 0;
  }
  suiteDialectByName(options.dialect);
  const known = readKnownCauses(options.known ?? projectKnown);
  const sides = await openTargets(options, terminal.environment);
  try {
    await checkTargets(sides);
    if (options.mode === 'write') await assertUnwrittenLocalTargets(sides);
    const schema = (await loadServerDialect(options.dialect)).createSchema('empty');
    const exchanges = await exchangesOf(sides, { ...options, schema }, terminal);
    const report = createDiffReport(exchanges, sides, known, schema);
    terminal.print(formatDiffReport(report));
    write(options, report);
    return report.causes.some(({ reason }) => reason === undefined) ? 1 : 0;
  } finally {
    await Promise.all([sides.a.close(), sides.b.close()]);
  }
}

async function exchangesOf(sides: Targets, plan: DiffPlan, { progress, signal }: Terminal): Promise<ExchangesByPhase> {
  const exchanges: ExchangesByPhase = new Map();
  let done = 0;
  await runPlan(sides, plan, signal, (part, exchange) => {
    if (!exchanges.has(part)) exchanges.set(part, []);
    exchanges.get(part)!.push(exchange);
    done += 1;
    progress(`${done} sent: ${part}`, done % 100 === 0);
  });
  progress('');
  return exchanges;
}

function write({ out, seed, mode, a, b }: DiffOptions, report: DiffReport): void {
  if (out) writeFileSync(out, `${JSON.stringify({ a, b, seed, mode, ...report }, null, 2)}\n`);
}
