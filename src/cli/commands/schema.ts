import { escapeLine, formatJson } from '../../client/format-text.ts';
import { exitCodes } from '../../errors.ts';
import { flag, list, text } from '../../option.ts';
import { serverOptions } from '../../stand-in/options.ts';
import { type CreateCommand, createCommand, defineCommand } from '../command.ts';
import { rateOption, urlOption } from '../deployment-options.ts';
import { assertNewFile, writeNewFiles } from '../new-file.ts';

/** The command `schema`, which prints the schema of a dialect unless it is called with another word. */
export const schemaCommand: CreateCommand = (terminal) =>
  createCommand('schema', 'print the schema of a dialect, pull that of a town, or tell what changes', terminal)
    .addCommand(printCommand(terminal), { isDefault: true })
    .addCommand(pullCommand(terminal))
    .addCommand(diffCommand(terminal));

const printCommand = defineCommand({
  name: 'print',
  summary: 'print the schema of a dialect as SDL, with descriptions, for code generators and editors',
  options: { dialect: { ...serverOptions.dialect, help: 'dialect whose schema is printed' } },
  notes: 'Exit codes: 0 done, 2 an unknown dialect, 70 a bug.',
  async run({ options: { dialect } }, { print }) {
    const { printSchema } = await import('graphql');
    const { loadDialectSchema } = await import('../../../conformance/schema/diff.ts');
    print(printSchema(await loadDialectSchema(dialect)));
    return 0;
  },
});

const pullCommand = defineCommand({
  name: 'pull',
  summary: 'read the schema of a town, for which it needs the token of an administrator',
  options: {
    url: { ...urlOption, isRequired: true },
    tokenEnv: {
      value: 'NAME',
      help: 'environment variable with the token of an administrator (default: PLENUM_ADMIN_TOKEN, or _KEY and _SECRET)',
      parse: text,
    },
    out: {
      value: 'FILE',
      help: 'write the schema here, and its source to FILE.json; both must be new. If omitted, it is printed',
      parse: text,
    },
    rate: { ...rateOption, help: `${rateOption.help} (default: 2/s)` },
  },
  notes: `Exit codes: 0 done, 2 invalid flags, 4 an endpoint that is unreachable, refuses the introspection or sends no valid schema, 69 a
file that cannot be written, 70 a bug, 130 interrupted.`,
  async run({ options: { url, tokenEnv, out, rate: requestIntervalMs = 500 } }, terminal) {
    const { environment, print, printError, progress, signal } = terminal;
    const { describeReleases, pullSchema, schemaHeader } = await import('../../../conformance/schema/pull.ts');
    const files = out === undefined ? [] : [out, `${out}.json`];
    for (const file of files) assertNewFile(file);
    const { sdl, source } = await pullSchema({
      url,
      tokenVariable: tokenEnv,
      environment,
      timeoutMs: 60_000,
      requestIntervalMs,
      signal,
      onRequest: (sent) => progress(`${sent} requests`),
      onWait: (_, waitMs) => printError(`waiting ${Math.ceil(waitMs / 1000)} seconds, as the server asks\n`),
    }).finally(() => progress(''));
    const schemaText = `${schemaHeader(source)}\n${sdl}\n`;
    if (out === undefined) {
      print(schemaText.trimEnd());
      return 0;
    }
    writeNewFiles([
      [`${out}.json`, `${formatJson(source, 2)}\n`],
      [out, schemaText],
    ]);
    const { types, requests, releases } = source;
    print(escapeLine(`${out}: the schema of ${source.host}, ${describeReleases(source)}, ${types} types`));
    print(`${requests} requests. Next: plenum serve --schema ${out} --dialect ${releases.at(-1) ?? 'decidim-0.32'}`);
    return 0;
  },
});

const diffCommand = defineCommand({
  name: 'diff',
  words: '<A> <B>',
  summary: 'print what is gone, changed, deprecated and new from schema A to schema B, what breaks clients first',
  options: {
    documents: {
      value: 'PATH,PATH',
      help: 'only what these documents of a client use, found as in plenum documents',
      parse: list,
    },
    json: { ...flag('print the changes as JSON'), conflicts: ['markdown'] },
    markdown: flag('print the changes as Markdown'),
    failOnBreaking: flag('exit with 1 if a change is breaking'),
  },
  notes: `A and B are names of dialects, or files in the schema definition language. Descriptions are not compared.

Exit codes: 0 done, 1 breaking changes with --fail-on-breaking, 2 invalid flags, an unknown dialect or an invalid file, 70 a bug.`,
  async run({ options: { documents, json, markdown, failOnBreaking }, words }, { print }) {
    const [from, to] = words as [string, string];
    const changes = await findChanges(from, to, documents);
    if (json) print(JSON.stringify({ from, to, changes }, null, 2));
    else {
      const { formatSchemaChanges, schemaChangesMarkdown } = await import('../../../conformance/schema/diff.ts');
      print((markdown ? schemaChangesMarkdown : formatSchemaChanges)(from, to, changes));
    }
    return failOnBreaking && changes.some(({ criticality }) => criticality === 'BREAKING') ? exitCodes.differences : 0;
  },
});

/** The changes from one schema to another; with paths of documents, those that they use, with where. */
async function findChanges(from: string, to: string, documents: string[] | undefined) {
  const { changesInUse, findSchemaChanges, loadSchema } = await import('../../../conformance/schema/diff.ts');
  const [before, after] = [await loadSchema(from), await loadSchema(to)];
  const changes = await findSchemaChanges(before, after);
  if (!documents) return changes;
  const { judgeDocuments } = await import('../../../conformance/documents/index.ts');
  const { usage: usedParts = [] } = await judgeDocuments({ paths: documents, dialects: [from], usage: true });
  return changesInUse(changes, usedParts, before);
}
