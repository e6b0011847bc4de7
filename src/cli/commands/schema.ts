import { escapeLine, formatJson } from '../../client/format-text.ts';
import { exitCodes } from '../../errors.ts';
import { flag, list, oneOf, text } from '../../option.ts';
import { serverOptions } from '../../stand-in/options.ts';
import { type CreateCommand, createCommand, defineCommand } from '../command.ts';
import { urlOption } from '../deployment-options.ts';
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
  summary: 'read the schema of a town with the credentials of an administrator',
  options: {
    url: { ...urlOption, isRequired: true },
    out: {
      value: 'FILE',
      help: 'write the schema here, and its source to FILE.json; both must be new. If omitted, it is printed',
      parse: text,
    },
  },
  notes: `Credentials come from PLENUM_ADMIN_TOKEN, or from PLENUM_ADMIN_KEY and PLENUM_ADMIN_SECRET.

Exit codes: 0 done, 2 invalid flags, 4 an endpoint that is unreachable, refuses the introspection or sends no valid schema, 69 a
file that cannot be written, 70 a bug, 130 interrupted.`,
  async run({ options: { url, out } }, { environment, print, printError, signal }) {
    const { describeReleases, pullSchema, schemaHeader } = await import('../../../conformance/schema/pull.ts');
    const files = out === undefined ? [] : [out, `${out}.json`];
    for (const file of files) assertNewFile(file);
    const { sdl, source } = await pullSchema({
      url,
      environment,
      signal,
      onWait: (_, waitMs) => printError(`waiting ${Math.ceil(waitMs / 1000)} seconds, as the server asks\n`),
    });
    const schemaText = `${schemaHeader(source)}\n${sdl}\n`;
    if (out === undefined) {
      print(schemaText.trimEnd());
      return 0;
    }
    writeNewFiles([
      [`${out}.json`, `${formatJson(source, 2)}\n`],
      [out, schemaText],
    ]);
    const { types, releases } = source;
    print(escapeLine(`${out}: the schema of ${source.host}, ${describeReleases(source)}, ${types} types`));
    print(`Next: plenum serve --schema ${out} --dialect ${releases.at(-1) ?? 'decidim-0.32'}`);
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
    format: {
      value: 'FORMAT',
      help: 'how the changes are printed',
      parse: oneOf('text', 'json', 'markdown'),
      default: 'text' as const,
    },
    failOnBreaking: flag('exit with 1 if a change is breaking'),
  },
  notes: `A and B are names of dialects, or files in the schema definition language. Descriptions are not compared.

Exit codes: 0 done, 1 breaking changes with --fail-on-breaking, 2 invalid flags, an unknown dialect or an invalid file, 70 a bug.`,
  async run({ options: { documents, format, failOnBreaking }, words }, { print }) {
    const [from, to] = words as [string, string];
    const { changesInUse, findSchemaChanges, formatSchemaChanges, loadSchema } =
      await import('../../../conformance/schema/diff.ts');
    const schemas = [await loadSchema(from), await loadSchema(to)] as const;
    let changes = await findSchemaChanges(...schemas);
    if (documents) {
      const { findOperations } = await import('../../../conformance/documents/find-operations.ts');
      const { operations } = await findOperations(documents, '.');
      changes = changesInUse(changes, operations, schemas);
    }
    if (format === 'json') print(JSON.stringify({ from, to, changes }, null, 2));
    else print(formatSchemaChanges(from, to, changes, { format, ofDocuments: documents !== undefined }));
    return failOnBreaking && changes.some(({ criticality }) => criticality === 'BREAKING') ? exitCodes.differences : 0;
  },
});
