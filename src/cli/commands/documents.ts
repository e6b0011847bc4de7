import { escapeLine } from '../../client/format-text.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { dialectName, flag, list, text } from '../../option.ts';
import { defineCommand } from '../command.ts';
import { rateOption, reportsOption, urlOption } from '../deployment-options.ts';

export const documentsCommand = defineCommand({
  name: 'documents',
  words: '[path...]',
  summary: "judge a client's documents by the releases of Decidim, by a schema, or by a deployment",
  options: {
    dialect: {
      value: 'NAME,NAME',
      help: 'releases to judge the documents by (default: those of Decidim; with --url, the release of the deployment and the later ones)',
      parse: (value: string) => list(value).map(dialectName),
    },
    schema: { value: 'FILE', help: 'the schema of a town in SDL, to judge the documents by', parse: text },
    url: { ...urlOption, help: 'GraphQL endpoint that is asked, without executing anything' },
    rate: { ...rateOption, help: `with --url: ${rateOption.help} (default: 2/s)` },
    usage: flag('list the parts of the schema that the documents use'),
    baseline: {
      value: 'FILE',
      help: 'report.json of an earlier run: only refusals that it does not contain fail the run',
      parse: text,
    },
    out: reportsOption,
  },
  notes: `Documents are .graphql and .gql files, and templates of gql and graphql in TypeScript, JavaScript, Vue and Svelte. Without a path: the
documents of graphql.config or codegen, or else those below the working folder that git does not ignore.

With --url and without --dialect or --schema, the release of the deployment is found, and it and every later release judge the documents too.

accepted: the server executes the document. refused: it sends errors. affected: it executes it, and something in it is deprecated
or behaves differently there.

Exit codes: 0 nothing is refused, 1 a document is refused, 2 invalid flags or no document, 4 the deployment is unreachable, 69 a
report that cannot be written, 70 a bug.`,
  async run({ options, words: paths }, terminal) {
    const { print, progress, colors, columns, signal, environment } = terminal;
    const { dialect, schema, url, rate, usage, baseline, out } = options;
    if (rate !== undefined && url === undefined)
      throw new CommandError('--rate is for --url. See plenum documents --help.', exitCodes.usage);
    const { hasNewRefusals, judgeDocuments } = await import('../../../conformance/documents/index.ts');
    const { assertWritable } = await import('../../../conformance/reports/writable.ts');
    const { loadSchemaOfFile } = await import('../../../conformance/schema/diff.ts');
    if (out !== undefined) assertWritable(out, 'folder');
    const startedAt = new Date();
    const report = await judgeDocuments({
      paths,
      dialects: dialect,
      schema: schema === undefined ? undefined : { name: schema, schema: loadSchemaOfFile(schema) },
      url,
      requestIntervalMs: rate,
      usage,
      baseline,
      signal,
      onAsked: (asked, total) => progress(`${asked} of ${total} documents asked`, asked % 50 === 0),
    }).finally(() => progress(''));
    const { documentsOnTerminal } = await import('../../../conformance/documents/reports/terminal.ts');
    print(documentsOnTerminal(report, { colors, columns }));
    if (out !== undefined) {
      const { writeDocumentsReports } = await import('../../../conformance/documents/reports/write.ts');
      for (const file of writeDocumentsReports(out, report, startedAt)) print(escapeLine(file));
    }
    if (environment['GITHUB_ACTIONS']) {
      const { reportToGithub } = await import('../github.ts');
      const { documentsAnnotations } = await import('../../../conformance/documents/reports/github.ts');
      const { documentsMarkdown } = await import('../../../conformance/documents/reports/markdown.ts');
      reportToGithub({ annotations: documentsAnnotations(report), summary: documentsMarkdown(report) }, terminal);
    }
    return hasNewRefusals(report) ? exitCodes.differences : 0;
  },
});
