import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dialectNamed, spokenDialect } from '../../src/dialects/dialects.ts';
import type { Terminal } from '../conform.ts';
import type { Sides } from './exchange.ts';
import { type DiffOptions, help, readDiff } from './flags.ts';
import { readKnown } from './known.ts';
import { type Exchanges, type Report, reportOf, textOf } from './report.ts';
import { type Plan, runBoth } from './run.ts';
import { checkSides, mayWrite, sidesOf } from './sides.ts';

const projectKnown = fileURLToPath(new URL('known.json', import.meta.url));

/** `plenum diff`: compares two servers and gives the exit code. CommandErrors carry theirs. */
export async function diff(args: string[], terminal: Terminal): Promise<number> {
  const options = readDiff(args);
  if (options === 'help') {
    terminal.print(help);
    return 0;
  }
  dialectNamed(options.dialect);
  const known = readKnown(options.known ?? projectKnown);
  const sides = await sidesOf(options, terminal.environment);
  try {
    await checkSides(sides);
    if (options.mode === 'write') await mayWrite(sides);
    const schema = (await spokenDialect(options.dialect)).schema('empty');
    const exchanges = await exchangesOf(sides, { ...options, schema }, terminal);
    const report = reportOf(exchanges, sides, known, schema);
    terminal.print(textOf(report));
    write(options, report);
    return report.causes.some(({ reason }) => reason === undefined) ? 1 : 0;
  } finally {
    await Promise.all([sides.a.close(), sides.b.close()]);
  }
}

async function exchangesOf(sides: Sides, plan: Plan, { progress, stop }: Terminal): Promise<Exchanges> {
  const exchanges: Exchanges = new Map();
  let done = 0;
  await runBoth(sides, plan, stop, (part, exchange) => {
    if (!exchanges.has(part)) exchanges.set(part, []);
    exchanges.get(part)!.push(exchange);
    done += 1;
    progress(`${done} sent: ${part}`, done % 100 === 0);
  });
  progress('');
  return exchanges;
}

function write({ out, seed, mode, a, b }: DiffOptions, report: Report): void {
  if (out) writeFileSync(out, `${JSON.stringify({ a, b, seed, mode, ...report }, null, 2)}\n`);
}
