import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { buildSchema, isObjectType } from 'graphql';
import { createTemporaryFolder, isCommandError } from '../../../test/support/folders.ts';
import { captureCommand } from '../../../test/support/process.ts';
import { schemaCommand } from './schema.ts';

const run = (...args: string[]) => captureCommand(schemaCommand, args);

/** Writes two SDL files, and returns their paths. */
function sdlFiles(t: TestContext, ...texts: string[]): string[] {
  const folder = createTemporaryFolder(t);
  return texts.map((text, index) => {
    const file = join(folder, `${'ab'[index]}.graphql`);
    writeFileSync(file, text);
    return file;
  });
}

const before = `
  "What the town knows"
  type Query { proposal: Proposal, scope: String }
  type Proposal { title: String!, votes: Int }
  union Result = Proposal`;
const after = `
  "What everybody knows"
  type Query { proposal: Proposal, meeting(id: ID!): Meeting }
  type Proposal { title: String!, votes: Int @deprecated(reason: "Use \\u001b[2Jlikes.") }
  "A gathering"
  type Meeting { "How it is called" title(locale: String!): String! }
  union Result = Proposal | Meeting`;

test('the schema of a dialect is printed as SDL with descriptions', async () => {
  const { code, output } = await run('--dialect', '0.31');
  assert.equal(code, 0);
  const schema = buildSchema(output);
  const proposal = schema.getType('Proposal');
  assert.ok(isObjectType(proposal) && 'costReport' in proposal.getFields());
  assert.equal(schema.getType('MeetingsMutation'), undefined);
  assert.ok(schema.getType('Meeting')!.description);
});

test('without a dialect, the schema is that of the dialect that serve has', async () => {
  const { output } = await run();
  assert.equal(output, (await run('print', '--dialect', 'specification')).output);
});

test('changes from one file to another: what breaks clients is first, then what may break them', async (t) => {
  const [a, b] = sdlFiles(t, before, after) as [string, string];
  const { code, output } = await run('diff', a, b);
  assert.deepEqual(output.split('\n'), [
    `From ${a} to ${b}: 5 changes`,
    '',
    'Breaking (1)',
    "  Field 'scope' was removed from object type 'Query'",
    '',
    'Dangerous (1)',
    "  Member 'Meeting' was added to Union type 'Result'",
    '',
    'Not breaking (3)',
    "  Field 'Proposal.votes' is deprecated",
    "  Type 'Meeting' was added",
    "  Field 'meeting' was added to object type 'Query'",
  ]);
  assert.equal(code, 0);
});

test('changes as Markdown are a list in each section, and names are not markup', async (t) => {
  const schema = 'type Query { a_b: Int, rating: Int }';
  const [a, b] = sdlFiles(t, schema, schema.replace('a_b: Int,', '')) as [string, string];
  const { output } = await run('diff', a, b, '--format', 'markdown');
  const lines = output.split('\n').filter((line) => line !== '');
  assert.match(lines[0]!, /^# From .*a\.graphql to .*b\.graphql: 1 change$/);
  assert.deepEqual(lines.slice(1), [
    '## Breaking (1)',
    String.raw`- Field 'a\_b' was removed from object type 'Query'`,
  ]);
  assert.match((await run('diff', a, a, '--format', 'markdown')).output, /^# .*a\.graphql have the same schema\.$/);
});

test('changes as JSON have the criticality, the kind, the coordinate and the reason', async (t) => {
  const [a, b] = sdlFiles(t, before, after) as [string, string];
  const { output } = await run('diff', a, b, '--format', 'json');
  const { from, to, changes } = JSON.parse(output) as { from: string; to: string; changes: { reason: string }[] };
  assert.deepEqual([from, to, changes.length], [a, b, 5]);
  const { reason, ...rest } = changes[0]!;
  assert.match(reason, /breaking change/);
  const message = "Field 'scope' was removed from object type 'Query'";
  const meta = {
    typeName: 'Query',
    removedFieldName: 'scope',
    isRemovedFieldDeprecated: false,
    typeType: 'object type',
  };
  assert.deepEqual(rest, { criticality: 'BREAKING', type: 'FIELD_REMOVED', path: 'Query.scope', message, meta });
});

test('--fail-on-breaking exits with 1 if a change is breaking, and with 0 otherwise', async (t) => {
  const [a, b] = sdlFiles(t, before, before.replace('votes: Int', 'votes: Int, likes: Int')) as [string, string];
  assert.equal((await run('diff', a, b, '--fail-on-breaking')).code, 0);
  assert.equal((await run('diff', b, a, '--fail-on-breaking')).code, 1);
  assert.equal((await run('diff', b, a)).code, 0);
});

test('schemas that differ in descriptions only are the same', async (t) => {
  const [a, b] = sdlFiles(t, before, before.replace('What the town knows', 'Another text')) as [string, string];
  assert.equal((await run('diff', a, b)).output, `${a} and ${b} have the same schema.`);
});

test('a release removes fields that the one before it had', async () => {
  const { output } = await run('diff', 'decidim-0.30', 'decidim-0.31');
  const [breaking] = output.split('\nDangerous');
  assert.match(breaking!, /\n {2}Field 'attendeeCount' was removed from object type 'Meeting'\n/);
  assert.match(breaking!, /\n {2}Type 'UserGroup' was removed\n/);
  assert.doesNotMatch(output, /has description/);
});

test('invalid arguments are explained', async (t) => {
  const [invalid, unknownType] = sdlFiles(t, 'type Query {\n  a: String\n  b String }', 'type Query { a: Nope }');
  const rows: [args: string[], message: string | RegExp][] = [
    [
      ['--dialect', 'decidim-0.1'],
      /^unknown dialect decidim-0\.1\. Did you mean decidim-0\..*\? The dialects are specification, .*decidim-develop\.$/,
    ],
    [['diff', 'a', 'b', '--format', 'xml'], /Allowed choices are text, json, markdown/],
    [
      ['diff', 'decidim-0.1', 'b'],
      /^decidim-0\.1 is neither a dialect nor a file .* Did you mean .*\? The dialects are specification, /,
    ],
    [
      ['diff', invalid!, 'b'],
      /a\.graphql, line 3 is no schema in SDL: Syntax Error: Expected ":", found Name "String"/,
    ],
    [['diff', unknownType!, 'b'], /b\.graphql is no schema in SDL: Unknown type "Nope"/],
  ];
  for (const [args, message] of rows) await assert.rejects(run(...args), isCommandError(2, message), args.join(' '));
});

test('with documents, only the changes of what a client uses are told, with the places', async (t) => {
  const [a, b] = sdlFiles(t, before, after) as [string, string];
  const documents = createTemporaryFolder(t);
  writeFileSync(join(documents, 'a.graphql'), '{ scope proposal { title } }');
  const { code, output } = await run('diff', a, b, '--documents', documents, '--fail-on-breaking');
  assert.equal(code, 1);
  assert.match(output, /Field 'scope' was removed from object type 'Query' \(.*a\.graphql:1\)$/);
  assert.doesNotMatch(output, /Proposal\.votes|Meeting/);
});
