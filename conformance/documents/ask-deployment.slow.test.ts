import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { parse } from 'graphql';
import { ambiguousDocuments, countWrites, mutationWithBlockString } from '../../test/support/ambiguous-documents.ts';
import { createTemporaryFolder, isCommandError, readFolder } from '../../test/support/folders.ts';
import { startProxy, startUpstream } from '../../test/support/upstream-server.ts';
import { startServer } from '../../test/support/test-server.ts';
import { decidimDialects } from '../../src/dialects/dialects.ts';
import { documentVerdicts } from '../reports/write-reports.ts';
import { skipOperation } from './ask-deployment.ts';
import { judgeDocuments } from './index.ts';

/** Documents beside the fixtures: mutations, fragments at the root, directives, variables of every kind. */
const more = {
  'mutations.graphql': `
    mutation Vote($id: ID!) { comment(id: $id) { upVote { id } } }
    mutation Answer($id: ID!, $input: AnswerInput!) {
      component(id: $id) { ... on ProposalsMutation { proposal(id: $id) { answer(input: $input) { id } } } }
    }
    mutation Nothing { nope(id: 1) { id } }`,
  'roots.graphql': `
    query Root { ...A ... on Query { session { user { id } } } organization @skip(if: false) { stats { value } } }
    fragment A on Query { decidim { version } }
    query Variables($a: ID!, $b: [ID!]!, $c: Boolean!, $d: String!) {
      component(id: $a) @include(if: $c) { id }
      participatoryProcess(slug: $d) { id }
    }`,
};

// Hints differ: the schema of a deployment is not known.
const isText = (message: string): boolean => !/^(`|this release)/.test(message);
const isSize = (message: string): boolean => /^Query has (depth|complexity)/.test(message);

/** The texts of a refusal. */
const refusalTexts = (
  name: string,
  { verdicts }: ReturnType<typeof documentVerdicts>['documents'][number],
): string[] => {
  const { verdict, messages } = verdicts[name]!;
  return verdict === 'refused' ? messages.filter(isText) : [];
};

for (const dialect of decidimDialects)
  test(`${dialect} gives the same verdicts as the check without a server, and its records stay`, async (t) => {
    const folder = createTemporaryFolder(t);
    for (const [name, text] of Object.entries(more)) writeFileSync(join(folder, name), text);
    const data = createTemporaryFolder(t);
    const server = await startServer({ dialect, data, onBug: assert.ifError });
    t.after(server.close);
    const before = readFolder(data);
    const report = await judgeDocuments({
      paths: ['fixtures/documents', folder],
      dialects: [dialect],
      url: server.url,
      requestIntervalMs: 0,
    });
    const { documents } = documentVerdicts(report);
    assert.ok(documents.length >= 38);
    for (const operation of documents)
      assert.deepEqual(
        refusalTexts(server.url, operation),
        refusalTexts(dialect, operation).filter((message) => !isSize(message)),
        `${operation.name}`,
      );
    assert.deepEqual(readFolder(data), before);
  });

test('the release of a deployment is named, and it and every later one judge the documents', async (t) => {
  const server = await startServer({ dialect: 'decidim-0.30', onBug: assert.ifError });
  t.after(server.close);
  // Clients know a deployment of the platform by its responses only.
  const town = new URL('/api', await startProxy(t, server.url)).href;
  const folder = createTemporaryFolder(t);
  const texts = {
    'always.graphql': 'query Always { organization { name { translation(locale: "en") } } }',
    'until-0.30.graphql':
      'query Until30 { component(id: 1) { ... on Proposals { proposals { nodes { endorsementsCount } } } } }',
    'until-0.31.graphql': 'query Until31 { participatoryProcesses { steps { callToActionPath } } }',
    'from-0.31.graphql':
      'query From31 { component(id: 1) { ... on Proposals { proposals { nodes { likesCount } } } } }',
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  const report = await judgeDocuments({ paths: [folder], url: town, requestIntervalMs: 0 });
  const { targets, notes } = report.documents!;
  assert.deepEqual(targets, [town, 'decidim-0.30', 'decidim-0.31', 'decidim-0.32', 'decidim-develop']);
  const verdicts = documentVerdicts(report).documents.map(({ name, verdicts: each }) => [
    name,
    targets.map((target) => each[target]?.verdict),
  ]);
  assert.deepEqual(Object.fromEntries(verdicts), {
    Always: ['accepted', 'accepted', 'accepted', 'accepted', 'accepted'],
    Until31: ['accepted', 'accepted', 'accepted', 'refused', 'refused'],
    Until30: ['accepted', 'accepted', 'refused', 'refused', 'refused'],
    From31: ['refused', 'refused', 'accepted', 'accepted', 'accepted'],
  });
  assert.ok(notes[0]!.startsWith(`${town} is decidim-0.30: `), notes[0]);
  assert.match(notes[0]!, /Later releases: decidim-0\.31, decidim-0\.32, decidim-develop\.$/);
  const from31 = documentVerdicts(report).documents.find(({ name }) => name === 'From31');
  assert.equal(
    from31?.verdicts[town]?.messages.at(-1),
    '`likesCount` is called `endorsementsCount` until decidim-0.30',
  );
});

test('of a deployment that is no release of Decidim, only its own verdicts are there', async (t) => {
  const server = await startServer({ onBug: assert.ifError });
  t.after(server.close);
  const { documents } = await judgeDocuments({ texts: ['{ organization { id } }'], url: server.url });
  const { targets, notes } = documents!;
  assert.deepEqual(targets, [server.url]);
  assert.match(notes[0]!, /\/api is specification: .* No other release is judged unless --dialect names it\.$/);
});

/** A server that answers GraphQL requests in its own way, and what it received. */
async function startDeployment(t: TestContext, answer: (query: string) => { status?: number; body: string }) {
  const received: { query: string; variables: unknown; headers: Record<string, unknown>; at: number }[] = [];
  const url = await startUpstream(t, async (request, response) => {
    const { query, variables } = JSON.parse(await readText(request)) as { query: string; variables: unknown };
    received.push({ query, variables, headers: request.headers, at: performance.now() });
    const { status = 200, body } = answer(query);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  });
  return { url: `${url}/api`, received };
}

async function ask(t: TestContext, url: string, text: string, requestIntervalMs = 0) {
  const folder = createTemporaryFolder(t);
  writeFileSync(join(folder, 'a.graphql'), text);
  const report = await judgeDocuments({ folder, url, requestIntervalMs, dialects: [] });
  const { targets, notes } = report.documents!;
  return { targets, notes, judgements: documentVerdicts(report).documents.map(({ verdicts }) => verdicts[url]) };
}

const accept = () => ({ body: '{"data":{}}' });
const sendErrors =
  (...errors: object[]) =>
  () => ({ body: JSON.stringify({ errors }) });

test('the same document is sent once, without a token, at most at the rate, and every root field is skipped', async (t) => {
  const { url, received } = await startDeployment(t, accept);
  const text = 'query A { a b { c } }';
  const { targets, judgements, notes } = await ask(t, url, `${text} query B { d }`, 600);
  assert.deepEqual(targets, [url]);
  assert.deepEqual(judgements, [
    { verdict: 'accepted', messages: [] },
    { verdict: 'accepted', messages: [] },
  ]);
  assert.deepEqual(
    received.map(({ query }) => query.replaceAll(/\s+/g, ' ')),
    ['query A { a @skip(if: true) b @skip(if: true) { c } }', 'query B { d @skip(if: true) }'],
  );
  assert.ok(received.every(({ headers }) => headers['authorization'] === undefined));
  assert.ok(received[1]!.at - received[0]!.at > 300, 'the second request waits');
  assert.match(notes.join(), /cannot see permissions, the values of variables, nor depth and complexity/);
});

test('an operation that two files have is asked once', async (t) => {
  const { url, received } = await startDeployment(t, accept);
  const folder = createTemporaryFolder(t);
  for (const name of ['a.graphql', 'b.graphql']) writeFileSync(join(folder, name), 'query A { a }');
  const { results } = await judgeDocuments({ folder, url, requestIntervalMs: 0, dialects: [] });
  assert.equal(results.filter(({ outcome }) => outcome === 'passed').length, 2);
  assert.equal(received.length, 1);
});

test('errors about variables and permissions do not refuse a document, others do', async (t) => {
  const variable = { message: 'Variable $a of type A! was provided invalid value', extensions: { value: null } };
  const permission = { message: 'You cannot', extensions: { code: 'UNAUTHORIZED_OBJECT_ERROR' } };
  const unknown = {
    message: "Field 'endorsementsCount' doesn't exist on type 'Proposal'",
    extensions: { code: 'undefinedField' },
  };
  const accepted = await startDeployment(t, sendErrors(variable, permission));
  assert.equal((await ask(t, accepted.url, '{ a }')).judgements[0]!.verdict, 'accepted');
  const refused = await startDeployment(t, sendErrors(unknown, variable));
  assert.deepEqual((await ask(t, refused.url, '{ a }')).judgements[0], {
    verdict: 'refused',
    messages: [unknown.message],
  });
});

const unusable: [name: string, answer: { status?: number; body: string }, message: RegExp][] = [
  ['limits requests', { status: 429, body: '{}' }, /is unreachable: status 429/],
  ['sends a page', { body: '<html>' }, /is not a GraphQL API: status 200/],
  ['fails', { status: 502, body: '' }, /is unreachable: status 502/],
];
for (const [name, answer, message] of unusable)
  test(`a deployment that ${name} ends the run with code 4`, async (t) => {
    const { url } = await startDeployment(t, () => answer);
    await assert.rejects(ask(t, url, '{ a }'), isCommandError(4, message));
  });

test('a deployment that does not answer ends the run with code 4', async (t) => {
  await assert.rejects(ask(t, 'http://127.0.0.1:9/api', '{ a }'), isCommandError(4, /is unreachable/));
});

test('every root field is skipped, in fragments and beside other directives too, and required variables have values', () => {
  const { text, variables } = skipOperation(`
    query A($a: ID!, $b: [Int!]!, $c: Boolean!, $d: Mode!, $e: Int) {
      ...F
      ... on Query { x @skip(if: $c) { y } }
    }
    fragment F on Query { z @include(if: $c) ...G }
    fragment G on Query { w { ...H } }
    fragment H on W { v }`);
  assert.equal(parse(text).definitions.length, 4);
  const normal = text.replaceAll(/\s+/g, ' ');
  assert.match(normal, /\.\.\. @skip\(if: true\) \{ x @skip\(if: \$c\) \{ y \} \}/);
  assert.match(normal, /z @include\(if: \$c\) @skip\(if: true\)/);
  assert.match(normal, /w @skip\(if: true\) \{ \.\.\.H \}/);
  assert.match(normal, /fragment H on W \{ v \}/);
  assert.deepEqual(variables, { a: '1', b: [], c: false });
});

test('of documents that servers read in different ways, nothing is sent that could write', async (t) => {
  const { url, received } = await startDeployment(t, accept);
  const texts = [...ambiguousDocuments.map(([, text]) => text), mutationWithBlockString];
  for (const text of texts) await ask(t, url, text);
  for (const { query } of received) assert.equal(countWrites(query), 0, query);
  const { judgements } = await ask(t, url, ambiguousDocuments[1]![1]);
  assert.equal(judgements[0]!.verdict, 'could not run');
  assert.equal(judgements[0]!.messages.length, 1);
});
