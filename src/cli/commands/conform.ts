import {
  type CleanUpResult,
  type Mode,
  type Report,
  cleanUpLedger,
  loadCases,
  requirements,
  runConformance,
  writeReports,
} from '../../../conformance/index.ts';
import { coverageGaps, formatCoverage, requirementCoverage } from '../../../conformance/cases/coverage.ts';
import { terminalReport } from '../../../conformance/reports/terminal.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { parseFlags } from '../../parse-flags.ts';
import type { Terminal } from '../terminal.ts';

/** The flags with a value: the placeholder of the value, and the help. */
const valueFlags = {
  url: ['URL', 'GraphQL endpoint to test; without --url and --target, the stand-in in this process'],
  target: ['FILE', 'target file: URL, dialect, credentials and placeholders of a deployment'],
  dialect: ['NAME', 'dialect that the server uses (specification)'],
  mode: ['MODE', 'observe: only reads; validate: also mutations, skipped by the server; write: everything (write)'],
  confirm: ['HOST', 'confirms writing to this host, if it is another machine'],
  rate: ['N/s', 'maximum requests per second'],
  timeout: ['SECONDS', 'time limit of a request (10)'],
  cases: ['FOLDER', 'run these cases instead of those of the project'],
  only: ['TEXT', 'run only the cases whose id starts with this text'],
  waivers: ['FILE', 'known failures; without --cases, the default is those of the project'],
  out: ['FOLDER', 'write reports to this folder, which must be empty or new'],
  ledger: ['FILE', 'file that lists what the run wrote, until it is undone'],
} as const;
const booleanFlags = {
  coverage: 'print every requirement with its cases, and send nothing',
  help: 'print this help',
} as const;

type Flags = Partial<Record<keyof typeof valueFlags, string>> & Partial<Record<keyof typeof booleanFlags, boolean>>;

const verdictExitCodes = { conformant: 0, 'not conformant': 1, inconclusive: 3 } as const;

/** `plenum conform`: tests a server and returns the exit code. CommandErrors carry theirs. */
export async function runConformCommand(args: string[], terminal: Terminal): Promise<number> {
  const { flags, isCleanUp } = readFlags(args);
  if (flags.help) {
    terminal.print(conformHelp());
    return 0;
  }
  if (flags.coverage) return printCoverage(flags, terminal);
  const target = {
    url: flags.url,
    dialect: flags.dialect,
    environment: terminal.environment,
    timeoutMs:
      flags.timeout === undefined
        ? undefined
        : 1000 * positiveNumber(flags.timeout, '--timeout', 'a number of seconds'),
    requestIntervalMs: flags.rate === undefined ? undefined : requestInterval(flags.rate),
  };
  if (isCleanUp) {
    const result = await cleanUpLedger(flags.ledger!, { ...target, targetFile: flags.target });
    return printCleanUp(result, terminal);
  }
  const { print, progress, signal } = terminal;
  const report = await runConformance({
    ...target,
    target: flags.target,
    mode: flags.mode as Mode | undefined,
    cases: flags.cases,
    only: flags.only,
    waivers: flags.waivers,
    confirmedHost: flags.confirm,
    ledgerFile: flags.ledger,
    signal,
    onNotice: print,
    onResult: ({ case: { id } }, { completed, total }) =>
      progress(`${completed} of ${total}: ${id}`, completed % 50 === 0),
  });
  progress('');
  return printReport(report, flags.out, terminal);
}

function printReport(report: Report, out: string | undefined, terminal: Terminal): number {
  const { print, colours, columns } = terminal;
  const unanswered = report.results.find(({ noResponse }) => noResponse);
  if (unanswered && report.results.some(({ notSent }) => notSent))
    print(`${report.target.url} stopped responding at ${unanswered.case.id}: ${unanswered.reason}`);
  print(terminalReport(report, { colours, columns }));
  if (out) for (const file of writeReports(out, report)) print(file);
  const { cleanUpFailures, ledgerFile } = report;
  if (cleanUpFailures.length > 0) print(`To try again: plenum conform cleanup --ledger ${ledgerFile}`);
  return verdictExitCodes[report.verdict] || cleanUpExitCode(cleanUpFailures);
}

function printCleanUp({ leftovers, failures }: CleanUpResult, { print }: Terminal): number {
  for (const leftover of leftovers) print(`left on the target: ${leftover}`);
  for (const failure of failures) print(`not cleaned up: ${failure}`);
  return cleanUpExitCode(failures);
}

const cleanUpExitCode = (failures: string[]): number => (failures.length > 0 ? exitCodes.cleanupIncomplete : 0);

function printCoverage({ cases: folder, only = '' }: Flags, { print }: Terminal): number {
  const cases = loadCases(folder).filter(({ id }) => id.startsWith(only));
  const covered = requirementCoverage(requirements, cases);
  print(formatCoverage(covered));
  const gaps = coverageGaps(covered);
  for (const gap of gaps) print(gap);
  return gaps.length === 0 ? 0 : exitCodes.usage;
}

const usage = (message: string) =>
  new CommandError(`${message} (plenum conform --help lists the flags)`, exitCodes.usage);

function readFlags(args: string[]): { flags: Flags; isCleanUp: boolean } {
  const options = Object.fromEntries([
    ...Object.keys(valueFlags).map((name) => [name, { type: 'string' as const }]),
    ...Object.keys(booleanFlags).map((name) => [name, { type: 'boolean' as const }]),
  ]);
  const { values, positionals } = parseFlags({ args, options, allowPositionals: true }, usage);
  const flags = values as Flags;
  const isCleanUp = positionals[0] === 'cleanup';
  if (positionals.length > (isCleanUp ? 1 : 0)) throw usage(`unknown command ${positionals.join(' ')}`);
  if (flags.mode !== undefined && !['observe', 'validate', 'write'].includes(flags.mode))
    throw usage(`--mode must be observe, validate or write, not ${flags.mode}`);
  if (flags.url !== undefined && flags.target !== undefined) throw usage('--url and --target cannot be combined');
  if (flags.url !== undefined && !/^https?:\/\//.test(flags.url))
    throw usage(`--url must be an http or https URL, not ${flags.url}`);
  if (isCleanUp && flags.ledger === undefined) throw usage('cleanup needs --ledger FILE');
  if (isCleanUp && flags.url === undefined && flags.target === undefined)
    throw usage('cleanup needs --url URL or --target FILE');
  return { flags, isCleanUp };
}

const requestInterval = (rate: string): number =>
  1000 / positiveNumber(rate.replace(/\/s$/, ''), '--rate', 'a number of requests per second, such as 5/s');

function positiveNumber(text: string, flag: string, expected: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && Number.isFinite(value)) return value;
  throw usage(`${flag} must be ${expected}, not ${text}`);
}

function conformHelp(): string {
  const rows = [
    ...Object.entries(valueFlags).map(([name, [value, help]]) => [`--${name} ${value}`, help]),
    ...Object.entries(booleanFlags).map(([name, help]) => [`--${name}`, help]),
  ];
  return `plenum conform [FLAGS]: test a server, requirement by requirement
plenum conform cleanup --ledger FILE (--url URL | --target FILE): undo what an earlier run wrote

${rows.map(([flag, help]) => `  ${flag!.padEnd(20)}${help}`).join('\n')}

With --url, the tokens come from PLENUM_ADMIN_TOKEN, PLENUM_MEMBER_TOKEN and PLENUM_OTHER_TOKEN.
Exit codes: 0 conformant, 1 not conformant, 2 invalid flags, cases or target, or no case selected, 3 inconclusive,
4 unreachable or sign-in refused, 5 clean-up incomplete, 70 internal error.`;
}
