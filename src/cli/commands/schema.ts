import { CommandError, exitCodes } from '../../errors.ts';
import { type OptionTable, boolean, httpUrl, list, text } from '../../option.ts';
import { defineCommand } from '../command.ts';
import { rateOption, timeoutOption } from '../request-options.ts';

const options = {
  dialect: { value: 'NAME', help: 'dialect whose schema is printed', parse: text, default: undefined },
  url: {
    value: 'URL',
    help: 'with pull: GraphQL endpoint of the town',
    parse: httpUrl,
    default: undefined,
  },
  tokenEnv: {
    value: 'NAME',
    help: 'with pull: environment variable with the token of an administrator (default: PLENUM_ADMIN_TOKEN, or _KEY and _SECRET)',
    parse: text,
    default: undefined,
  },
  out: {
    value: 'FILE',
    help: 'with pull: write the schema here, and its source to FILE.json; both must be new. If omitted, it is printed',
    parse: text,
    default: undefined,
  },
  rate: { ...rateOption, help: 'with pull: maximum requests per second (default: 2/s)' },
  timeout: { ...timeoutOption(60), help: 'with pull: time limit of a request' },
  documents: {
    value: 'PATH,PATH',
    help: 'with diff: only what these documents of a client use, found as in plenum documents',
    parse: list,
    default: undefined,
  },
  json: { help: 'with diff: print the changes as JSON', parse: boolean, default: false },
  markdown: { help: 'with diff: print the changes as Markdown', parse: boolean, default: false },
  failOnBreaking: { help: 'with diff: exit with 1 if a change is breaking', parse: boolean, default: false },
} satisfies OptionTable;

const usage = (problem: string) => new CommandError(`${problem}. See plenum schema --help.`, exitCodes.usage);

export const schemaCommand = defineCommand({
  name: 'schema',
  group: 'client',
  words: '[action] [A] [B]',
  summary: 'print the schema of a dialect as SDL, pull that of a town, or tell what changes from one schema to another',
  options,
  notes: `plenum schema --dialect NAME prints the schema with its descriptions, for code generators and editors.
plenum schema pull --url URL --out town.graphql writes the schema of a town, for which it needs the token of an administrator.
plenum schema diff A B prints what is gone, changed, deprecated and new from A to B, breaking and dangerous changes first. A and B are
names of dialects, or files in the schema definition language. Descriptions are not compared.

Exit codes: 0 done, 1 breaking changes with --fail-on-breaking, 2 invalid flags, an unknown dialect or an invalid file, 4 an endpoint
that is unreachable, refuses the introspection or sends no valid schema, 69 a file that cannot be written, 70 a bug, 130 interrupted.`,
  async run({ options: flags, words: [action, from, to] }, terminal) {
    const { dialect, url, tokenEnv, out, rate = 2, timeout, documents, json, markdown, failOnBreaking } = flags;
    if (action !== 'pull' && [url, tokenEnv, out].some((each) => each !== undefined))
      throw usage('--url, --token-env and --out are for schema pull');
    if (action !== 'diff' && (json || markdown || failOnBreaking || documents))
      throw usage('--json, --markdown, --fail-on-breaking and --documents are for schema diff');
    if (json && markdown) throw usage('schema diff prints JSON or Markdown, not both');
    if (action === undefined) {
      if (dialect === undefined) throw usage('schema needs --dialect NAME, pull --url URL, or diff A B');
      const { printSchema } = await import('graphql');
      const { loadDialectSchema } = await import('../../../conformance/schema/diff.ts');
      terminal.print(printSchema(await loadDialectSchema(dialect)));
      return 0;
    }
    if (action !== 'diff' && action !== 'pull') throw usage(`schema knows pull and diff, not ${action}`);
    if (dialect !== undefined) throw usage(`schema ${action} has no --dialect`);
    if (action === 'pull') {
      if (url === undefined) throw usage('schema pull needs --url URL');
      const { runSchemaPull } = await import('../schema-pull.ts');
      const pull = { url, tokenVariable: tokenEnv, timeoutMs: 1000 * timeout, requestIntervalMs: 1000 / rate };
      return runSchemaPull(pull, out, terminal);
    }
    if (from === undefined || to === undefined) throw usage('schema diff needs two schemas, A and B');
    const changes = await findChanges(from, to, documents);
    if (json) terminal.print(JSON.stringify({ from, to, changes }, null, 2));
    else {
      const { formatSchemaChanges, schemaChangesMarkdown } = await import('../../../conformance/schema/diff.ts');
      terminal.print((markdown ? schemaChangesMarkdown : formatSchemaChanges)(from, to, changes));
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
  const schema = { name: from, schema: before };
  const { usage: usedParts = [] } = await judgeDocuments({ paths: documents, schema, usage: true });
  return changesInUse(changes, usedParts, before);
}
