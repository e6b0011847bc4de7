import type { VerifyOptions } from '../../../conformance/contracts/verify.ts';
import { escapeLine } from '../../client/format-text.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { type OptionTable, boolean, httpUrl, list, text } from '../../option.ts';
import { defineCommand } from '../command.ts';
import { judgeOptions, judgedTargetOption, reportsOption } from '../request-options.ts';

const options = {
  dialect: {
    value: 'NAME,NAME',
    help: 'verify against a stand-in in this process for each of these dialects',
    parse: list,
    default: undefined,
  },
  url: {
    value: 'URL',
    help: 'verify against the GraphQL endpoint of a deployment',
    parse: httpUrl,
    default: undefined,
  },
  target: judgedTargetOption,
  world: {
    value: 'FOLDER',
    help: 'with --dialect: the world of the stand-ins, if the contract names neither demo nor town',
    parse: text,
    default: undefined,
  },
  ...judgeOptions,
  acceptPartial: {
    help: 'exit with 0 if nothing differs, although something could not be verified',
    parse: boolean,
    default: false,
  },
  out: { ...reportsOption, help: `${reportsOption.help}: a folder for each contract and target` },
} satisfies OptionTable;

export const verifyCommand = defineCommand({
  name: 'verify',
  group: 'client',
  words: '[contract...]',
  summary: 'test whether servers answer as the contract of a client says',
  options,
  notes: `plenum verify contracts/web.json --dialect decidim-0.31,decidim-0.32 asks before a deployment whether the client is right.

With --url, credentials come from PLENUM_ADMIN_TOKEN, or from PLENUM_ADMIN_KEY and PLENUM_ADMIN_SECRET; the same for MEMBER
and OTHER. plenum conform cleanup --ledger FILE undoes what an interrupted run wrote.

Exit codes: 0 every interaction has its answers; 1 something differs; 2 invalid flags, contract or target; 3 nothing differs, but
something could not be verified (0 with --accept-partial); 4 unreachable, stopped responding or sign-in refused; 5 clean-up
incomplete; 70 internal error.`,
  async run({ options: flags, words: files }, terminal) {
    if (files.length === 0) throw usage('verify needs the file of a contract');
    const servers = [flags.dialect, flags.url, flags.target].filter((each) => each !== undefined);
    if (servers.length !== 1) throw usage('expected one of --dialect, --url and --target');
    const { readContract } = await import('../../cases/interactions/contract-file.ts');
    const { verifyContracts, verificationExitCode } = await import('../../../conformance/contracts/verify.ts');
    const { terminalVerifications } = await import('../../../conformance/contracts/terminal.ts');
    const { assertWritable } = await import('../../../conformance/index.ts');
    if (flags.out !== undefined) assertWritable(flags.out, 'folder');
    const { colors, columns, environment, signal, print } = terminal;
    const run: VerifyOptions = {
      contracts: [...new Set(files)].map(readContract),
      dialects: flags.dialect ?? [],
      url: flags.url,
      targetFile: flags.target,
      worldFolder: flags.world,
      environment,
      timeoutMs: 1000 * flags.timeout,
      requestIntervalMs: flags.rate === undefined ? undefined : 1000 / flags.rate,
      mode: flags.mode,
      confirmedHost: flags.confirm,
      ledgerFile: flags.ledger,
      signal,
      onNotice: (line) => print(escapeLine(line)),
    };
    const verifications = await verifyContracts(run);
    print(terminalVerifications(verifications, { colors, columns }));
    if (flags.out !== undefined) {
      const { writeVerifications } = await import('../../../conformance/contracts/write-verifications.ts');
      for (const file of writeVerifications(flags.out, verifications)) print(file);
    }
    if (environment['GITHUB_ACTIONS']) {
      const { reportToGithub } = await import('../github.ts');
      const { githubAnnotations } = await import('../../../conformance/reports/github.ts');
      const { markdownSummary } = await import('../../../conformance/reports/markdown.ts');
      for (const { report } of verifications)
        reportToGithub({ annotations: githubAnnotations(report), summary: markdownSummary(report) }, terminal);
    }
    const { ledgerFile } = verifications.find(({ report }) => report.cleanUpFailures.length > 0)?.report ?? {};
    if (ledgerFile !== undefined) print(`To try again: plenum conform cleanup --ledger ${ledgerFile}`);
    return verificationExitCode(verifications, flags.acceptPartial);
  },
});

const usage = (message: string) => new CommandError(`${message}. See plenum verify --help.`, exitCodes.usage);
