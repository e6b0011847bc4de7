import { escapeLine } from '../../client/format-text.ts';
import { CommandError, exitCodes, writing } from '../../errors.ts';
import { type OptionTable, boolean, list, text } from '../../option.ts';
import { defineCommand } from '../command.ts';
import { rateOption, timeoutOption } from '../request-options.ts';

const since = (value: string): 'last' | { day: string } => {
  if (value === 'last') return value;
  if (/^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))) return { day: value };
  throw new Error('must be last or a day such as 2026-11-23');
};

const options = {
  out: {
    value: 'FOLDER',
    help: 'folder of the reports of all days, and of index.html',
    parse: text,
    default: 'survey',
  },
  rate: { ...rateOption, help: 'maximum requests per second to one town', default: 1 },
  timeout: timeoutOption(30),
  again: { help: 'ask towns again that have a report of this day', parse: boolean, default: false },
  documents: {
    value: 'PATH,PATH',
    help: 'documents of a client that each town judges, without executing anything',
    parse: list,
    default: undefined,
  },
  contract: {
    value: 'FILE,FILE',
    help: 'contracts of a client, whose reads are sent to each town',
    parse: list,
    default: undefined,
  },
  since: {
    value: 'DAY|last',
    help: 'print what changed since this day, or since the last report of each town, as Markdown',
    parse: since,
    default: undefined,
  },
  changes: {
    value: 'FILE',
    help: 'write that Markdown to this file instead (default of --since: last)',
    parse: text,
    default: undefined,
  },
} satisfies OptionTable;

export const surveyCommand = defineCommand({
  name: 'survey',
  group: 'server',
  words: '[towns]',
  summary: 'visit many deployments, and keep what each can do as a page with its history',
  options,
  notes: `TOWNS is a file with a URL on each line, where # starts a comment, or a JSON list of URLs and target files. It sends no token and no
mutation, and obeys robots.txt and Retry-After. A town with a report of this day is not asked again without --again, so an interrupted
survey goes on where it stopped.

Exit codes: 0 done, 1 a town refuses a document or differs from a contract, 2 invalid flags or list, 4 no town of the list could be read, 69 a
report that cannot be written, 70 a bug, 130 interrupted.`,
  async run({ options: flags, words }, { print, printError, progress, signal }) {
    const [file, ...others] = words;
    if (file === undefined || others.length > 0)
      throw new CommandError('survey needs one list of towns. See plenum survey --help.', exitCodes.usage);
    const { readTowns } = await import('../../../conformance/survey/towns.ts');
    const { readDocuments, survey } = await import('../../../conformance/survey/survey.ts');
    const { changesMarkdown } = await import('../../../conformance/survey/changes-markdown.ts');
    const { surveyLines } = await import('../../../conformance/survey/terminal.ts');
    const { readContract } = await import('../../cases/interactions/contract-file.ts');
    const { assertWritable } = await import('../../../conformance/reports/writable.ts');
    const towns = readTowns(file);
    assertWritable(flags.out, 'folder');
    if (flags.changes !== undefined) assertWritable(flags.changes, 'file');
    const found = await survey({
      towns,
      out: flags.out,
      again: flags.again,
      operations: await readDocuments(flags.documents ?? []),
      contracts: [...new Set(flags.contract)].map(readContract),
      requestIntervalMs: 1000 / flags.rate,
      timeoutMs: 1000 * flags.timeout,
      signal,
      onProgress: (done, total, url) => progress(escapeLine(`${done} of ${total} towns, ${url}`), done === total),
    }).finally(() => progress(''));
    for (const warning of found.warnings) printError(`${escapeLine(warning)}\n`);
    const changes =
      flags.since === undefined && flags.changes === undefined
        ? undefined
        : changesMarkdown(found.histories, flags.since ?? 'last');
    const summary = surveyLines(found);
    if (changes === undefined) print(summary);
    else if (flags.changes === undefined) {
      printError(`${summary}\n`);
      print(changes.trimEnd());
    } else {
      print(summary);
      const { changes: changesFile } = flags;
      const { writeWhole } = await import('../../../conformance/survey/report.ts');
      writing(changesFile, () => writeWhole(changesFile, changes));
      print(escapeLine(changesFile));
    }
    if (found.isInterrupted)
      throw new CommandError('interrupted; the same command goes on where it stopped', exitCodes.interrupted);
    if (found.reports.some(({ clients }) => clients.some(({ isAccepted }) => !isAccepted)))
      return exitCodes.differences;
    return found.reports.some(({ capabilities }) => capabilities) ? 0 : exitCodes.unreachable;
  },
});
