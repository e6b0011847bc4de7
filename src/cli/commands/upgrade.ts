import { randomBytes } from 'node:crypto';
import { escapeLine } from '../../client/format-text.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { type OptionTable, httpUrl, list, text } from '../../option.ts';
import { defineCommand } from '../command.ts';
import { rateOption, timeoutOption } from '../request-options.ts';

const options = {
  url: {
    value: 'URL',
    help: 'GraphQL endpoint of the deployment, which executes nothing; 2 requests a second unless --rate says otherwise',
    parse: httpUrl,
    default: undefined,
  },
  to: {
    value: 'NAME',
    help: 'last release to look at (default: the newest one that is released)',
    parse: text,
    default: undefined,
  },
  dialect: {
    value: 'NAME',
    help: 'release of the deployment; if omitted, what its responses show',
    parse: text,
    default: undefined,
  },
  contract: {
    value: 'FILE,FILE',
    help: 'contracts of the client, which are verified against stand-ins of the next releases in this process',
    parse: list,
    default: undefined,
  },
  world: {
    value: 'FOLDER',
    help: 'with --contract: the world of these stand-ins, if the contract names neither demo nor town',
    parse: text,
    default: undefined,
  },
  rate: rateOption,
  timeout: timeoutOption(30),
  out: {
    value: 'FOLDER',
    help: 'write report.html and summary.md to this folder, or to a new folder inside it if it is not empty',
    parse: text,
    default: undefined,
  },
} satisfies OptionTable;

export const upgradeCommand = defineCommand({
  name: 'upgrade',
  group: 'client',
  words: '[path...]',
  summary: 'find the release of a deployment, and what the next releases break for a client',
  options,
  notes: `Documents are found as in plenum documents. The deployment gets no token, and every root field is skipped.

Exit codes: 0 nothing breaks, 1 a document is refused or a contract differs, 2 invalid flags, no document, or a server between two
releases, which needs --dialect, 3 nothing breaks, but a part of a contract could not be verified, 4 the deployment is unreachable or
no release of Decidim, 69 a report that cannot be written, 70 a bug, 130 interrupted.`,
  async run({ options: flags, words: paths }, { print, progress, colors, columns, signal }) {
    const { url, to, dialect, contract: files = [], world, rate = 2, timeout, out } = flags;
    if (url === undefined) throw usage('upgrade needs --url URL');
    if (world !== undefined && files.length === 0) throw usage('--world is for --contract');
    const { readContract } = await import('../../cases/interactions/contract-file.ts');
    const { planUpgrade, upgradeExitCode } = await import('../../../conformance/upgrade/index.ts');
    const { upgradeHtml, upgradeMarkdown, upgradeOnTerminal } = await import('../../../conformance/upgrade/reports.ts');
    const { findSchemaChanges } = await import('../../../tools/schema/changes.ts');
    const { assertWritable } = await import('../../../conformance/reports/writable.ts');
    if (out !== undefined) assertWritable(out, 'folder');
    const startedAt = new Date().toISOString();
    const report = await planUpgrade({
      url,
      paths,
      dialect,
      to,
      contracts: [...new Set(files)].map(readContract),
      worldFolder: world,
      timeoutMs: 1000 * timeout,
      requestIntervalMs: 1000 / rate,
      findChanges: findSchemaChanges,
      signal,
      onAsked: (asked, total) => progress(`${asked} of ${total} documents asked`, asked % 50 === 0),
    }).finally(() => progress(''));
    print(upgradeOnTerminal(report, { colors, columns }));
    if (out !== undefined) {
      const { writeFiles } = await import('../../../conformance/reports/write-reports.ts');
      const written = writeFiles(out, { startedAt, runId: randomBytes(4).toString('hex') }, [
        ['report.html', upgradeHtml(report, startedAt)],
        ['summary.md', upgradeMarkdown(report)],
      ]);
      for (const file of written) print(escapeLine(file));
    }
    return upgradeExitCode(report);
  },
});

const usage = (message: string) => new CommandError(`${message}. See plenum upgrade --help.`, exitCodes.usage);
