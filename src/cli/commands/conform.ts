import type { ConformanceOptions } from '../../../conformance/index.ts';
import { createRedactor, redactValue } from '../../client/redactor.ts';
import { escapeLine, formatJson } from '../../client/format-text.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { flag, oneOf, text } from '../../option.ts';
import { type CreateCommand, createCommand, defineCommand } from '../command.ts';
import { dialectOption, rateOption, reportsOption, urlOption, waiverOptions, showWait } from '../deployment-options.ts';
import { assertNewFile, writeNewFiles } from '../new-file.ts';
import { printReport } from '../print-report.ts';
import type { Terminal } from '../terminal.ts';

/** The command `conform`, which runs the suite unless it is called with another word. */
export const conformCommand: CreateCommand = (terminal) =>
  createCommand('conform', 'test a server, requirement by requirement', terminal)
    .addCommand(runCommand(terminal), { isDefault: true })
    .addCommand(initCommand(terminal))
    .addCommand(cleanUpCommand(terminal));

const credentials = `With --url, credentials come from PLENUM_ADMIN_TOKEN, or from PLENUM_ADMIN_KEY and PLENUM_ADMIN_SECRET; the same for MEMBER
and OTHER.`;

const targetOptions = {
  url: { ...urlOption, help: `${urlOption.help}; with --target, in place of its URL` },
  target: {
    value: 'FILE',
    help: 'target file: URL, dialect, credentials and placeholders of a deployment',
    parse: text,
  },
  dialect: { ...dialectOption, help: 'dialect of the server; without --target, specification' },
  ledger: { value: 'FILE', help: 'file that lists what the run wrote, until it is undone', parse: text },
};

const runCommand = defineCommand({
  name: 'run',
  summary: 'run the suite; without --url and --target, on the stand-in in this process',
  options: {
    ...targetOptions,
    rate: rateOption,
    mode: {
      value: 'MODE',
      help: 'observe: only reads; validate: also mutations, skipped by the server; write: everything (default: write for a stand-in on this machine, or else validate)',
      parse: oneOf('observe', 'validate', 'write'),
    },
    confirm: { value: 'HOST', help: 'confirms writing to this host, if it is another machine', parse: text },
    cases: { value: 'FOLDER', help: 'run these cases instead of those of the project', parse: text },
    only: { value: 'TEXT', help: 'run only the cases whose id starts with this text', parse: text },
    ...waiverOptions,
    acceptPartial: flag('exit with 0 if nothing failed, although the run was not complete'),
    acceptWaived: flag('exit with 0 although waivers excuse failures of the level MUST'),
    out: reportsOption,
    coverage: flag('print every requirement with its cases, and send nothing'),
  },
  notes: `${credentials}

Exit codes: 0 conformant; 1 a case failed; 2 invalid flags, cases or target, or no case selected; 3 no
difference, but the run was not complete (0 with --accept-partial), or nothing was judged; 4 unreachable, stopped responding or
sign-in refused; 5 clean-up incomplete; 6 only failures that waivers excuse (0 with --accept-waived); 7 a waiver has expired,
passes or names nothing; 69 a report or the ledger cannot be written; 70 internal error.`,
  async run({ options }, terminal) {
    const suite = await import('../../../conformance/index.ts');
    const { coverage, confirm, ledger, rate, acceptPartial, acceptWaived, out, writeWaivers, ...shared } = options;
    const { progress, print, environment, signal } = terminal;
    if (coverage) {
      const { formatCoverage } = await import('../../../conformance/reports/coverage.ts');
      print(formatCoverage(suite.requirements, suite.loadCases(options.cases, options.only)));
      return 0;
    }
    if (out !== undefined) suite.assertWritable(out, 'folder');
    if (writeWaivers !== undefined) assertNewFile(writeWaivers);
    const report = await suite
      .runConformance({
        ...shared,
        environment,
        timeoutMs: 30_000,
        requestIntervalMs: rate,
        onWait: showWait(terminal),
        confirmedHost: confirm,
        ledgerFile: ledger,
        signal,
        onNotice: (line) => print(escapeLine(line)),
        onResult: showProgress(terminal),
      })
      .finally(() => progress(''));
    const code = await printReport(report, { out, writeWaivers, acceptPartial, acceptWaived }, terminal);
    if (report.cleanUpFailures.length > 0) print(`To try again: plenum conform cleanup --ledger ${report.ledgerFile}`);
    return code;
  },
});

function showProgress({ progress }: Terminal): ConformanceOptions['onResult'] {
  let failed = 0;
  return ({ outcome }, { completed, total }) => {
    if (outcome === 'failed') failed += 1;
    progress(`${completed} of ${total} cases${failed > 0 ? `, ${failed} failed` : ''}`, completed % 50 === 0);
  };
}

const initCommand = defineCommand({
  name: 'init',
  summary: 'read what a deployment shows, and write a target file',
  options: {
    url: { ...urlOption, isRequired: true },
    dialect: { ...dialectOption, help: 'dialect of the server; if omitted, what its responses show' },
    out: {
      value: 'FILE',
      help: 'write the target file here; it must be new. If omitted, it goes to the standard output',
      parse: text,
    },
    rate: rateOption,
  },
  notes: `It sends no mutation. ${credentials} Without credentials, the file has no actors. What was found, and what could not be
found, goes to the standard error output.

Exit codes: 0 done, 2 invalid flags, or a server between two releases, which needs --dialect, 4 unreachable, no known dialect,
or a user who is not who it should be, 69 a file that cannot be written, 70 internal error, 130 interrupted.`,
  async run({ options: { url, dialect, out, rate } }, { environment, print, printError, signal }) {
    if (out !== undefined) assertNewFile(out);
    const { discover } = await import('../../../conformance/discover/discover.ts');
    const { file, found, missing, target } = await discover({
      url,
      dialect,
      environment,
      timeoutMs: 30_000,
      requestIntervalMs: rate,
      signal,
    });
    // What the server sent may contain a secret.
    const redact = createRedactor(() => target.secrets());
    const report = (title: string, lines: string[]) =>
      printError([title, ...lines.map((line) => `  ${escapeLine(redact(line))}`), ''].join('\n'));
    report('Found:', found);
    report('Not found:', missing);
    const json = formatJson(redactValue(file, redact), 2);
    if (out === undefined) print(json);
    else {
      try {
        writeNewFiles([[out, `${json}\n`]]);
      } catch (error) {
        // What was found is not lost.
        print(json);
        throw error;
      }
      print(`${out} is written. Next: plenum conform --target ${out} --mode observe`);
    }
    return 0;
  },
});

const cleanUpCommand = defineCommand({
  name: 'cleanup',
  summary: 'undo what an earlier run wrote',
  options: { ...targetOptions, ledger: { ...targetOptions.ledger, isRequired: true } },
  notes: `It needs --url or --target. ${credentials}

Exit codes: 0 done, 2 invalid flags, target or ledger, 4 unreachable or sign-in refused, 5 clean-up incomplete, 70 internal error.`,
  async run({ options: { url, target, dialect, ledger } }, { environment, print }) {
    if (url === undefined && target === undefined)
      throw new CommandError(
        'cleanup needs --url URL or --target FILE. See plenum conform cleanup --help.',
        exitCodes.usage,
      );
    const { cleanUpLedger } = await import('../../../conformance/index.ts');
    const options = { url, targetFile: target, dialect, environment };
    const { leftovers, failures } = await cleanUpLedger(ledger, options);
    for (const leftover of leftovers) print(`left on the target: ${escapeLine(leftover)}`);
    for (const failure of failures) print(`not cleaned up: ${escapeLine(failure)}`);
    return failures.length > 0 ? exitCodes.cleanupIncomplete : 0;
  },
});
