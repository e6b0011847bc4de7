import { CommandError, exitCodes } from '../../errors.ts';
import { dialectName, flag, list } from '../../option.ts';
import { defineCommand } from '../command.ts';
import { rateOption, reportsOption, urlOption, waiverOptions, showWait } from '../deployment-options.ts';
import { assertNewFile } from '../new-file.ts';
import { printReport } from '../print-report.ts';

export const documentsCommand = defineCommand({
  name: 'documents',
  words: '[path...]',
  summary: "judge a client's documents by the releases of Decidim, by a schema, or by a deployment",
  options: {
    dialect: {
      value: 'NAME,FILE',
      help: 'releases to judge the documents by, and schemas of towns in SDL (default: the releases of Decidim; with --url, the release of the deployment and the later ones)',
      parse: (value: string) => list(value).map(dialectName),
    },
    url: { ...urlOption, help: 'GraphQL endpoint that is asked, without executing anything' },
    rate: { ...rateOption, help: `with --url: ${rateOption.help}` },
    acceptPartial: flag('exit with 0 if nothing is refused, although not every document could be read'),
    usage: flag('list the parts of the schema that the documents use'),
    ...waiverOptions,
    out: reportsOption,
  },
  notes: `Documents are .graphql and .gql files, templates in TypeScript, JavaScript, Vue and Svelte, and strings in Python. Without a path:
those below the working folder that git does not ignore.

With --url and without --dialect, the release of the deployment is found, and it and every later release judge the documents too.

accepted: the server executes the document. refused: it sends errors. affected: it executes it, and something in it is deprecated
or behaves differently there.

Exit codes: 0 nothing is refused, 1 a document is refused and no waiver names it, 2 invalid flags or no document, 3 nothing is
refused, but not every document could be read (0 with --accept-partial), or none; 4 the deployment is unreachable or
stops responding, 7 a waiver has expired, passes or names nothing, 69 a report that cannot be written, 70 a bug, 130 interrupted.`,
  async run({ options, words: paths }, terminal) {
    const { progress, signal } = terminal;
    const { dialect, url, rate, acceptPartial, usage, waivers, writeWaivers, out } = options;
    if (rate !== undefined && url === undefined)
      throw new CommandError('--rate is for --url. See plenum documents --help.', exitCodes.usage);
    const { judgeDocuments } = await import('../../../conformance/documents/index.ts');
    const { assertWritable, readWaivers } = await import('../../../conformance/index.ts');
    if (out !== undefined) assertWritable(out, 'folder');
    if (writeWaivers !== undefined) assertNewFile(writeWaivers);
    const report = await judgeDocuments({
      paths,
      dialects: dialect,
      url,
      requestIntervalMs: rate,
      onWait: showWait(terminal),
      usage,
      waivers: waivers === undefined ? [] : readWaivers(waivers),
      signal,
      onAsked: (asked, total) => progress(`${asked} of ${total} documents asked`, asked % 50 === 0),
    }).finally(() => progress(''));
    return printReport(report, { out, writeWaivers, acceptPartial }, terminal);
  },
});
