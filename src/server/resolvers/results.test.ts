import assert from 'node:assert/strict';
import test from 'node:test';
import {
  assertRequestError,
  assertStoreUnchanged,
  assertAttributeErrors,
  assertGraphQLError,
} from '../../../test/support/assertions.ts';
import { recordFields } from '../../../test/support/stored-records.ts';
import { readOperation, startTestServer } from '../../../test/support/test-server.ts';

const selection = `id url title { translations { locale text } } description { translations { locale text } } startDate
  endDate externalId progress weight reference createdAt updatedAt status { id key progress } parent { id } children { id }
  childrenCount proposals { id } projects { id title { translation } budget_amount } taxonomies { id }`;
const create = `mutation($componentId: ID!, $input: CreateResultInput!) { component(id: $componentId) {
  ... on AccountabilityMutation { createResult(input: $input) { ${selection} } } } }`;
const read = `query($id: ID!) { component(id: 4) { ... on Accountability { result(id: $id) { ${selection} } } } }`;
const title = { en: 'A result' };

async function startResults(t: test.TestContext) {
  const server = await startTestServer(t);
  const createResult = async (attributes: object) => {
    const response = await server.send(create, { componentId: 4, input: { attributes } }, 'admin');
    assert.equal(response.errors, undefined, JSON.stringify(response.errors));
    return response.data.component.createResult;
  };
  const readResult = async (id: number | string) => (await server.send(read, { id })).data.component.result;
  return { ...server, createResult, readResult };
}

test('createResult stores every attribute', async (t) => {
  const { createResult, readResult, url } = await startResults(t);
  const result = await createResult({
    title: { en: 'A result', ca: 'Un resultat', es: null },
    description: { ca: 'D' },
    appAccountabilityStatusId: 1,
    startDate: '2027-12-31',
    endDate: '2027-01-01',
    externalId: 'E',
    parentId: 2,
    progress: 0.755,
    projectIds: [1, 99, 1],
    proposalIds: [2, 1, 99, 4, 1],
    taxonomies: [3, 99, 4],
    weight: -3,
  });
  const { createdAt, updatedAt, reference, ...rest } = result;
  assert.deepEqual(rest, {
    id: '3',
    url: `${new URL(url).origin}/en/processes/city-budget/f/4/results/3`,
    title: {
      translations: [
        { locale: 'en', text: 'A result' },
        { locale: 'ca', text: 'Un resultat' },
      ],
    },
    description: { translations: [{ locale: 'ca', text: 'D' }] },
    startDate: '2027-12-31',
    endDate: '2027-01-01',
    externalId: 'E',
    progress: 0.76,
    weight: -3,
    status: { id: '1', key: 'in_progress', progress: 50 },
    parent: { id: '2' },
    children: [],
    childrenCount: 0,
    proposals: [{ id: '1' }, { id: '2' }],
    projects: [{ id: '1', title: { translation: 'Bicycle racks' }, budget_amount: 5000 }],
    taxonomies: [{ id: '4' }, { id: '3' }],
  });
  assert.equal(updatedAt, createdAt);
  assert.match(reference, /^TH-RESU-\d{4}-\d\d-3$/);
  assert.deepEqual(await readResult(3), result);
  assert.deepEqual((await readResult(2)).children, [{ id: '3' }]);
});

test('createResult only requires a title', async (t) => {
  const { createResult } = await startResults(t);
  const names = ['startDate', 'endDate', 'externalId', 'progress', 'status', 'parent'];
  const nulls = Object.fromEntries(
    [
      ...names,
      'description',
      'appAccountabilityStatusId',
      'parentId',
      'weight',
      'projectIds',
      'proposalIds',
      'taxonomies',
    ]
      .filter((name) => name !== 'status' && name !== 'parent')
      .map((name) => [name, null]),
  );
  for (const attributes of [{ title }, { title, ...nulls }]) {
    const result = await createResult(attributes);
    for (const name of names) assert.equal(result[name], null, name);
    assert.deepEqual([result.weight, result.proposals, result.projects, result.taxonomies], [1, [], [], []]);
    assert.deepEqual(result.description, { translations: [] });
  }
});

test('the progress of a parent is the weighted mean of its children, recursively', async (t) => {
  const { createResult, readResult } = await startResults(t);
  const progress = async (id: number | string) => (await readResult(id)).progress;
  assert.equal(await progress(1), 100);
  const top = await createResult({ title, progress: 10 });
  assert.equal(await progress(top.id), 10);
  const parentId = Number(top.id);
  await createResult({ title, parentId });
  assert.equal(await progress(top.id), 10, 'a child without progress does not count');
  await createResult({ title, parentId, progress: 0, weight: 3 });
  const half = await createResult({ title, parentId, progress: 50 });
  assert.equal(await progress(top.id), 12.5);
  await createResult({ title, parentId: Number(half.id), progress: 100 });
  assert.deepEqual([await progress(half.id), await progress(top.id)], [100, 25]);
});

test('children count equally if the sum of their weights is not positive', async (t) => {
  const { createResult, readResult } = await startResults(t);
  const parentId = Number((await createResult({ title })).id);
  await createResult({ title, parentId, progress: 20, weight: 0 });
  await createResult({ title, parentId, progress: 40, weight: -7 });
  assert.equal((await readResult(parentId)).progress, 30);
});

test('parent and status must exist in the same component', async (t) => {
  const server = await startTestServer(t);
  const { store } = server;
  const now = store.now();
  const other = store.update((transaction) => {
    const component = transaction.create('components', { ...recordFields(store, 'components', 4), publishedAt: now });
    return {
      component,
      status: transaction.create('statuses', { ...recordFields(store, 'statuses', 1), componentId: component.id }),
    };
  });
  await assertStoreUnchanged(server, async () => {
    const attributes = { title, parentId: 1, appAccountabilityStatusId: 1 };
    const response = await server.send(create, { componentId: other.component.id, input: { attributes } }, 'admin');
    assertAttributeErrors(response, ['appAccountabilityStatusId', 'parentId']);
  });
});

test('createResult drops records of other spaces', async (t) => {
  const { createResult, store } = await startResults(t);
  const { id } = store.update((transaction) => {
    const component = transaction.create('components', { ...recordFields(store, 'components', 1), processId: 2 });
    return transaction.create('proposals', { ...recordFields(store, 'proposals', 1), componentId: component.id });
  });
  assert.deepEqual((await createResult({ title, proposalIds: [id, 2] })).proposals, [{ id: '2' }]);
});

test('a result shows no drafts among its proposals', async (t) => {
  const { readResult, store } = await startResults(t);
  store.update((transaction) => transaction.update('results', 1, { proposalIds: [4, 2] }));
  assert.deepEqual((await readResult(1)).proposals, [{ id: '2' }]);
});

test('createResult checks locales first and then lists all invalid attributes', async (t) => {
  const server = await startTestServer(t);
  const send = (attributes: object) =>
    server.send(readOperation('create-result'), { componentId: 4, input: { attributes } }, 'admin');
  const path = ['component', 'createResult'];
  const dataAfterError = { component: { createResult: null } };
  await assertStoreUnchanged(server, async () => {
    for (const attributes of [
      { title: { xx: 'x' }, progress: 101 },
      { title, description: { xx: 'x' } },
    ]) {
      assertGraphQLError(await send(attributes), 'INVALID_LOCALE_ERROR', path, dataAfterError);
    }
    const response = await send({ parentId: 999, appAccountabilityStatusId: 999, progress: 200, taxonomies: [1] });
    assertAttributeErrors(response, ['appAccountabilityStatusId', 'parentId', 'progress', 'taxonomies', 'title.en']);
    assert.deepEqual([response.errors![0]!.path, response.data], [path, dataAfterError]);
    for (const attributes of [{ taxonomies: ['3'] }, { weight: 1.5 }, { proposalIds: ['1'] }, { progress: '1' }]) {
      assertRequestError(await send({ title, ...attributes }), new RegExp(Object.keys(attributes)[0]!));
    }
  });
});
