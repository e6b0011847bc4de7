import type { CleanUpResult, ConformanceOptions } from '../../../conformance/index.ts';
import { progressBar, progressLine } from '../progress-bar.ts';
import { escapeLine } from '../../client/format-text.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { defineCommand } from '../command.ts';
import { type OptionTable, type OptionValues, boolean, httpUrl, oneOf, text } from '../../option.ts';
import { assertNewFile } from '../new-file.ts';
import { printReport } from '../print-report.ts';
import { rateOption, reportsOption, timeoutOption } from '../request-options.ts';
import type { Terminal } from '../terminal.ts';

const options = {
  url: {
    value: 'URL',
    help: 'GraphQL endpoint to test; without --url and --target, the stand-in in this process',
    parse: httpUrl,
    default: undefined,
  },
  target: {
    value: 'FILE',
    help: 'target file: URL, dialect, credentials and placeholders of a deployment',
    parse: text,
    default: undefined,
  },
  dialect: {
    value: 'NAME',
    help: 'dialect of the server; without --target, specification',
    parse: text,
    default: undefined,
  },
  mode: {
    value: 'MODE',
    help: 'observe: only reads; validate: also mutations, skipped by the server; write: everything (default: write for a stand-in on this machine, or else validate)',
    parse: oneOf('observe', 'validate', 'write'),
    default: undefined,
  },
  confirm: {
    value: 'HOST',
    help: 'confirms writing to this host, if it is another machine',
    parse: text,
    default: undefined,
  },
  ledger: {
    value: 'FILE',
    help: 'file that lists what the run wrote, until it is undone',
    parse: text,
    default: undefined,
  },
  rate: rateOption,
  timeout: timeoutOption(10),
  cases: { value: 'FOLDER', help: 'run these cases instead of those of the project', parse: text, default: undefined },
  only: { value: 'TEXT', help: 'run only the cases whose id starts with this text', parse: text, default: undefined },
  waivers: {
    value: 'FILE',
    help: 'known failures, in addition to those of the project',
    parse: text,
    default: undefined,
  },
  writeWaivers: {
    value: 'FILE',
    help: 'write a waiver for each failure of this run to a new file, so that later runs show what is new',
    parse: text,
    default: undefined,
  },
  acceptPartial: {
    help: 'exit with 0 if nothing failed, although the run was not complete',
    parse: boolean,
    default: false,
  },
  out: reportsOption,
  coverage: { help: 'print every requirement with its cases, and send nothing', parse: boolean, default: false },
} satisfies OptionTable;

type Options = OptionValues<typeof options>;

export const conformCommand = defineCommand({
  name: 'conform',
  group: 'server',
  words: '[cleanup]',
  summary: 'test a server, requirement by requirement',
  options,
  notes: `plenum conform cleanup --ledger FILE (--url URL | --target FILE) undoes what an earlier run wrote.

With --url, credentials come from PLENUM_ADMIN_TOKEN, or from PLENUM_ADMIN_KEY and PLENUM_ADMIN_SECRET; the same for MEMBER
and OTHER.

Exit codes: 0 conformant; 1 a case failed; 2 invalid flags, cases or target, or no case selected; 3 no
difference, but the run was not complete (0 with --accept-partial); 4 unreachable, stopped responding or sign-in refused;
5 clean-up incomplete; 69 a report or the ledger cannot be written; 70 internal error.`,
  async run({ options: flags, words: [word] }, terminal) {
    if (word !== undefined && word !== 'cleanup') throw usage(`unknown command conform ${word}`);
    if (flags.url !== undefined && flags.target !== undefined) throw usage('--url and --target cannot be combined');
    const suite = await import('../../../conformance/index.ts');
    if (flags.coverage) return printCoverage(flags, terminal);
    const target = {
      url: flags.url,
      dialect: flags.dialect,
      environment: terminal.environment,
      timeoutMs: 1000 * flags.timeout,
      requestIntervalMs: flags.rate === undefined ? undefined : 1000 / flags.rate,
    };
    if (word === 'cleanup') {
      if (flags.ledger === undefined) throw usage('cleanup needs --ledger FILE');
      if (!flags.url && !flags.target) throw usage('cleanup needs --url URL or --target FILE');
      return printCleanUp(await suite.cleanUpLedger(flags.ledger, { ...target, targetFile: flags.target }), terminal);
    }
    const { progress, signal } = terminal;
    const printLine = (line: string) => terminal.print(escapeLine(line));
    if (flags.out !== undefined) suite.assertWritable(flags.out, 'folder');
    if (flags.writeWaivers !== undefined) assertNewFile(flags.writeWaivers);
    const run: ConformanceOptions = {
      ...target,
      target: flags.target,
      mode: flags.mode,
      cases: flags.cases,
      only: flags.only,
      waivers: flags.waivers,
      confirmedHost: flags.confirm,
      ledgerFile: flags.ledger,
      signal,
      onNotice: printLine,
      onResult: showProgress(terminal),
    };
    try {
      const report = await suite.runConformance(run);
      progress('');
      const code = await printReport(report, flags, terminal);
      const { cleanUpFailures, ledgerFile } = report;
      if (cleanUpFailures.length > 0) terminal.print(`To try again: plenum conform cleanup --ledger ${ledgerFile}`);
      return code;
    } catch (error) {
      progress('');
      throw error;
    }
  },
});

const usage = (message: string) => new CommandError(`${message}. See plenum conform --help.`, exitCodes.usage);

/** Shows a bar on a terminal, and elsewhere a line after every 50 cases. */
function showProgress({ progress, isErrorTerminal, columns = 80 }: Terminal): ConformanceOptions['onResult'] {
  const started = performance.now();
  let failed = 0;
  return ({ outcome }, { completed, total }) => {
    if (outcome === 'failed') failed += 1;
    const state = { completed, total, failed, elapsedMs: performance.now() - started };
    progress(isErrorTerminal ? progressBar(state, columns) : progressLine(state), completed % 50 === 0);
  };
}

function printCleanUp({ leftovers, failures }: CleanUpResult, { print }: Terminal): number {
  for (const leftover of leftovers) print(`left on the target: ${escapeLine(leftover)}`);
  for (const failure of failures) print(`not cleaned up: ${escapeLine(failure)}`);
  return cleanUpExitCode(failures);
}

const cleanUpExitCode = (failures: string[]): number => (failures.length > 0 ? exitCodes.cleanupIncomplete : 0);

async function printCoverage({ cases: folder, only = '' }: Options, { print }: Terminal): Promise<number> {
  const { loadCases, requirements } = await import('../../../conformance/index.ts');
  const { coverageGaps, formatCoverage, requirementCoverage } =
    await import('../../../conformance/reports/coverage.ts');
  const covered = requirementCoverage(
    requirements,
    loadCases(folder).filter(({ id }) => id.startsWith(only)),
  );
  print(formatCoverage(covered));
  const gaps = coverageGaps(covered);
  for (const gap of gaps) print(gap);
  return gaps.length === 0 ? 0 : exitCodes.usage;
}
