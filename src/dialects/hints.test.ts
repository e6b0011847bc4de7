import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startServer } from '../../test/support/test-server.ts';

/** The errors of a request to a new server of a dialect. */
async function errorsOf(t: TestContext, query: string, variables: object = {}, dialect = 'specification') {
  const server = await startServer({ dialect });
  t.after(() => server.close());
  const response = await server.fetch('/api', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer admin-token' },
    body: JSON.stringify({ query, variables }),
  });
  return (
    (await response.json()) as { errors: { message: string; locations: object[]; extensions?: { hint?: string } }[] }
  ).errors;
}

const hint = (dialect: string): string => `${dialect} has it: --dialect ${dialect}`;
const inProposal = (fields: string): string =>
  `{ component(id: 1) { ... on Proposals { proposal(id: 1) { ${fields} } } } }`;

// Each of these names is in the schema of that release, and in none of those that are recommended before it.
for (const [name, query, expected] of [
  ['a field', inProposal('comments { id }'), hint('decidim-0.32')],
  ['a type', '{ component(id: 1) { ... on Debates { id } } }', hint('decidim-0.32')],
  ['an argument', '{ participatoryProcesses(filter: { publishedSince: "2020-01-01" }) { id } }', hint('decidim-0.32')],
  [
    'an attribute',
    'mutation { component(id: 4) { ... on AccountabilityMutation { createResult(input: { attributes: { decidimAccountabilityStatusId: 1 } }) { id } } } }',
    hint('decidim-develop'),
  ],
  [
    'a name of the next release',
    'mutation { component(id: 4) { ... on BudgetsMutation { id } } }',
    hint('decidim-develop'),
  ],
  ['a name that no release has', inProposal('nothing'), undefined],
  ['an argument that no release has', '{ participatoryProcesses(nothing: 1) { id } }', undefined],
] as const)
  test(`${name} that the specification does not have: the hint names a dialect, and the message does not`, async (t) => {
    const hints = (await errorsOf(t, query)).map(({ message, extensions }) => {
      assert.doesNotMatch(message, /decidim-|dialect/);
      return extensions?.hint;
    });
    assert.equal(
      hints.find((each) => each !== undefined),
      expected,
    );
  });

test('an error keeps its place, and gets its hint each time', async (t) => {
  for (let time = 0; time < 2; time += 1) {
    const [error] = await errorsOf(t, inProposal('comments { id }'));
    assert.deepEqual(error, {
      message: 'Cannot query field "comments" on type "Proposal".',
      locations: [{ line: 1, column: 59 }],
      extensions: { hint: hint('decidim-0.32') },
    });
  }
});

test('an attribute in variables has a hint', async (t) => {
  const query =
    'mutation ($input: CreateResultInput!) { component(id: 4) { ... on AccountabilityMutation { createResult(input: $input) { id } } } }';
  const attributes = { title: { en: 'A result' }, decidimAccountabilityStatusId: 1 };
  const [error] = await errorsOf(t, query, { input: { attributes } });
  assert.deepEqual(error!.locations, [{ line: 1, column: 11 }]);
  assert.match(error!.message, /^Variable .*"decidimAccountabilityStatusId" is not defined/);
  assert.equal(error!.extensions?.hint, hint('decidim-develop'));
});

test('the dialects of Decidim answer as the platform, without hints', async (t) => {
  for (const dialect of ['decidim-0.31', 'decidim-develop'])
    for (const { extensions } of await errorsOf(
      t,
      '{ component(id: 4) { ... on BudgetsMutation { id } nothing } }',
      {},
      dialect,
    ))
      assert.equal(extensions?.hint, undefined);
});
