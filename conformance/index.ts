import '../src/load-graphql.ts';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema } from 'graphql';
import { readContractSdl } from '../src/contract/schema.ts';
import { CommandError, exitCodes } from '../src/errors.ts';
import { type Case, loadCases, requirements } from './cases/load.ts';
import { type CleanUpResult, cleanUp } from './live/clean-up.ts';
import { requirementCoverage, formatCoverage, coverageGaps } from './cases/coverage.ts';
import { Ledger } from './live/ledger.ts';
import { type ConformOptions, conformHelp, parseConformFlags } from '../src/cli/commands/conform.ts';
import { runPreflightChecks } from './live/preflight.ts';
import { redactReport } from './reports/redact.ts';
import { terminalReport } from './reports/terminal.ts';
import { writeReports } from './reports/write-reports.ts';
import { type CaseResult, runCases } from './runner/run-cases.ts';
import { assertWriteConfirmed, openTarget } from './targets/open-target.ts';
import type { Target } from './model/target.ts';
import { createWriteTracker } from './live/write-tracker.ts';
import { type Report, verdictSentence, computeVerdict } from './judge/verdict.ts';
import { applyWaivers, readWaivers } from './judge/waivers.ts';

/** What the command needs of its surroundings. */
export interface Terminal {
  environment: NodeJS.ProcessEnv;
  print(text: string): void;
  /** A line that replaces the last one, where that can be done; elsewhere only those of milestones are shown. */
  progress(text: string, milestone?: boolean): void;
  colours: boolean;
  /** Characters in a line; undefined when it is no terminal. */
  columns?: number;
  /** Aborted when the run is to end early; what was written is cleaned up all the same. */
  signal: AbortSignal;
}

const projectWaivers = fileURLToPath(new URL('waivers.json', import.meta.url));
const exitCodeOf = { conformant: 0, 'not conformant': 1, inconclusive: 3 } as const;

/** `plenum conform`: judges a target and gives the exit code. CommandErrors carry theirs. */
export async function runConformCommand(args: string[], terminal: Terminal): Promise<number> {
  const options = parseConformFlags(args);
  if (options.help) return say(terminal, conformHelp());
  const cases = loadCases(options.cases).filter(({ id }) => id.startsWith(options.only ?? ''));
  if (options.coverage) return printCoverage(cases, terminal);
  if (cases.length === 0) throw new CommandError(`no case begins with ${options.only ?? ''}`, exitCodes.usage);
  const target = await openTarget(options, terminal.environment);
  try {
    if (options.command === 'cleanup')
      return reportCleaning(await cleanUp(new Ledger(options.ledger!), target), terminal);
    return await judgeTarget(target, cases, options, terminal);
  } finally {
    await target.close();
  }
}

function say({ print }: Terminal, text: string): number {
  print(text);
  return 0;
}

function printCoverage(cases: Case[], { print }: Terminal): number {
  const rows = requirementCoverage(requirements, cases);
  print(formatCoverage(rows));
  const wrong = coverageGaps(rows);
  for (const gap of wrong) print(gap);
  return wrong.length === 0 ? 0 : exitCodes.usage;
}

async function judgeTarget(
  target: Target,
  cases: Case[],
  options: ConformOptions,
  terminal: Terminal,
): Promise<number> {
  const { print, progress, signal } = terminal;
  const runId = `plenum-${randomBytes(4).toString('hex')}`;
  const shared = target.reset === undefined;
  const writing = shared && options.mode === 'write';
  if (writing) assertWriteConfirmed(target, options, cases, terminal.print);
  for (const line of shared ? await runPreflightChecks(target) : []) print(line);
  const ledger = writing ? new Ledger(options.ledger ?? join('data', 'conform', `${runId}.ledger`)) : undefined;
  const startedAt = new Date();
  let done = 0;
  const onResult = ({ case: { id } }: CaseResult) => {
    done += 1;
    progress(`${done} of ${cases.length}: ${id}`, done % 50 === 0);
  };
  const schema = buildSchema(readContractSdl());
  const tracker = ledger && createWriteTracker(target, ledger, runId);
  const results = await runCases({ target, cases, schema, runId, mode: options.mode, tracker, signal, onResult });
  progress('');
  const lost = results.find(({ noResponse }) => noResponse);
  if (lost && results.at(-1)?.reason?.startsWith('not sent'))
    print(`${target.url} stopped answering at ${lost.case.id}: ${lost.reason}`);
  const cleaned = ledger ? await cleanUp(ledger, target) : { leftovers: [], failures: [] };
  const report = reportOf({ target, run: runId, startedAt, results, leftovers: cleaned.leftovers, options });
  const secrets = target.secrets();
  print(terminalReport(redactReport(report, secrets), { colours: terminal.colours, columns: terminal.columns }));
  if (options.out) for (const file of writeReports(options.out, report, secrets)) print(file);
  const cleaning = reportCleaning(cleaned, terminal, ledger);
  return exitCodeOf[report.verdict] || cleaning;
}

interface Run {
  target: Target;
  run: string;
  startedAt: Date;
  results: CaseResult[];
  leftovers: string[];
  options: ConformOptions;
}

function reportOf({ target, run: runId, startedAt, results, leftovers, options }: Run): Report {
  const known = options.waivers ?? (options.cases ? undefined : projectWaivers);
  const relevant = known
    ? readWaivers(known).filter((each) => !options.only || each.case.startsWith(options.only))
    : [];
  const waivers = applyWaivers(results, relevant, target.dialect, startedAt.toISOString().slice(0, 10));
  const verdict = computeVerdict(results, waivers);
  return {
    runId,
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    target: { url: target.url, dialect: target.dialect.name },
    mode: options.mode,
    verdict,
    sentence: verdictSentence(verdict, results),
    results,
    requirements,
    waivers,
    leftovers,
  };
}

function reportCleaning({ leftovers, failures }: CleanUpResult, { print }: Terminal, ledger?: Ledger): number {
  if (leftovers.length > 0) print(`The API cannot take back: ${leftovers.join(', ')}.`);
  for (const failure of failures) print(`Not cleaned up: ${failure}`);
  if (failures.length > 0 && ledger) print(`Try again: plenum conform cleanup --ledger ${ledger.file}`);
  return failures.length > 0 ? exitCodes.cleanupIncomplete : 0;
}
