import assert from 'node:assert/strict';
import test from 'node:test';
import { type AnyData, startServer } from '../../../../test/support/test-server.ts';

const versions = 'versionsCount versions { changeset }';

const inResults = (fields: string) => `component(id: 4) { ... on AccountabilityMutation { ${fields} } }`;
const inBudgets = (fields: string) => `component(id: 10) { ... on BudgetsMutation { budget(id: 1) { ${fields} } } }`;

/** The columns that a version of a change has, with their values before and after. */
function changeIn({ changeset }: { changeset: Record<string, unknown> }): Record<string, unknown> {
  const { updated_at: updatedAt, ...others } = changeset;
  assert.ok(updatedAt);
  return others;
}

test('each version that a mutation of the development version writes has the whole change', async (t) => {
  const server = await startServer({ dialect: 'decidim-develop' });
  t.after(() => server.close());
  const send = async (query: string, input: object = {}): Promise<AnyData> => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer admin-token' },
      body: JSON.stringify({ query, variables: { input } }),
    });
    const { data, errors } = (await response.json()) as AnyData;
    assert.equal(errors, undefined);
    return data.component;
  };
  const readResult = (id: string) =>
    send(`{ component(id: 4) { ... on Accountability { result(id: ${id}) { ${versions} } } } }`);

  const before = (await readResult('1')).result;
  const { createResult } = await send(
    `mutation($input: CreateResultInput!) { ${inResults(`createResult(input: $input) { id ${versions} }`)} }`,
    { attributes: { title: { en: 'A bench' }, parentId: 1, progress: 30, weight: 2 } },
  );
  const { created_at: createdAt, ...creation } = changeIn(createResult.versions[0]);
  assert.ok(createdAt);
  assert.deepEqual(
    [createResult.versionsCount, creation],
    [
      1,
      {
        id: [null, 3],
        title: [null, { en: 'A bench' }],
        weight: [1, 2],
        progress: [null, '30.0'],
        parent_id: [null, 1],
        decidim_component_id: [null, 4],
      },
    ],
  );
  const parent = (await readResult('1')).result;
  assert.equal(parent.versionsCount, before.versionsCount + 1);
  assert.deepEqual(
    Object.keys(changeIn(parent.versions.find((each: AnyData) => each.changeset?.progress && !each.changeset.id))),
    ['progress'],
  );

  const { result } = await send(
    `mutation($input: UpdateResultInput!) { ${inResults(`result(id: ${createResult.id}) { update(input: $input) { ${versions} } }`)} }`,
    { attributes: { title: { en: 'Two benches' } } },
  );
  assert.equal(result.update.versionsCount, 2);
  assert.deepEqual(changeIn(result.update.versions[1]), { title: [{ en: 'A bench' }, { en: 'Two benches' }] });

  const { budget } = await send(
    `mutation($input: UpdateProjectInput!) { ${inBudgets(`updateProject(input: $input) { ${versions} }`)} }`,
    { id: '1', attributes: { budgetAmount: 7000 } },
  );
  assert.deepEqual(changeIn(budget.updateProject.versions.at(-1)), { budget_amount: [5000, 7000] });
});
