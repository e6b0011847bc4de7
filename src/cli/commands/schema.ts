import { CommandError, exitCodes } from '../../errors.ts';
import { type OptionTable, boolean, text } from '../../option.ts';
import { defineCommand } from '../command.ts';

const options = {
  dialect: { value: 'NAME', help: 'dialect whose schema is printed', parse: text, default: undefined },
  json: { help: 'with diff: print the changes as JSON', parse: boolean, default: false },
  failOnBreaking: { help: 'with diff: exit with 1 if a change is breaking', parse: boolean, default: false },
} satisfies OptionTable;

const usage = (problem: string) => new CommandError(`${problem}. See plenum schema --help.`, exitCodes.usage);

export const schemaCommand = defineCommand({
  name: 'schema',
  group: 'client',
  words: '[diff] [A] [B]',
  summary: 'print the schema of a dialect as SDL, or what changes from one schema to another',
  options,
  notes: `plenum schema --dialect NAME prints the schema with its descriptions, for code generators and editors.
plenum schema diff A B prints what is gone, changed, deprecated and new from A to B, breaking and dangerous changes first. A and B are
names of dialects, or files in the schema definition language. Descriptions are not compared.

Exit codes: 0 done, 1 breaking changes with --fail-on-breaking, 2 invalid flags, an unknown dialect or an invalid file, 70 a bug.`,
  async run({ options: { dialect, json, failOnBreaking }, words: [action, from, to] }, { print }) {
    if (action === undefined) {
      if (dialect === undefined) throw usage('schema needs --dialect NAME, or diff A B');
      if (json || failOnBreaking) throw usage('--json and --fail-on-breaking are for schema diff');
      const { printSchema } = await import('graphql');
      const { loadDialectSchema } = await import('../../../tools/schema/load-schema.ts');
      print(printSchema(await loadDialectSchema(dialect)));
      return 0;
    }
    if (action !== 'diff') throw usage(`schema knows diff, not ${action}`);
    if (from === undefined || to === undefined) throw usage('schema diff needs two schemas, A and B');
    if (dialect !== undefined) throw usage('schema diff compares A with B, and has no --dialect');
    const { loadSchema } = await import('../../../tools/schema/load-schema.ts');
    const { findSchemaChanges } = await import('../../../tools/schema/changes.ts');
    const changes = await findSchemaChanges(await loadSchema(from), await loadSchema(to));
    if (json) print(JSON.stringify({ from, to, changes }, null, 2));
    else print((await import('../../../tools/schema/format-changes.ts')).formatSchemaChanges(from, to, changes));
    return failOnBreaking && changes.some(({ criticality }) => criticality === 'BREAKING') ? exitCodes.differences : 0;
  },
});
