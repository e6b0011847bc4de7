import assert from 'node:assert/strict';
import test from 'node:test';
import {
  assertRequestError,
  assertStoreUnchanged,
  assertAttributeErrors,
  assertGraphQLError,
} from '../../../test/support/assertions.ts';
import { readOperation, startTestServer } from '../../../test/support/test-server.ts';

const selection = `id url title { translations { locale text } } description { translations { locale text } } startDate
  endDate externalId progress weight reference createdAt updatedAt status { id key progress } parent { id } children { id }
  childrenCount proposals { id } projects { id title { translation } budget_amount } taxonomies { id }`;
const create = `mutation($componentId: ID!, $input: CreateResultInput!) { component(id: $componentId) {
  ... on AccountabilityMutation { createResult(input: $input) { ${selection} } } } }`;
const read = `query($id: ID!) { component(id: 4) { ... on Accountability { result(id: $id) { ${selection} } } } }`;
const title = { en: 'A result' };

async function startResults(t: test.TestContext) {
  const standIn = await startTestServer(t);
  const add = async (attributes: object) => {
    const answer = await standIn.send(create, { componentId: 4, input: { attributes } }, 'admin');
    assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
    return answer.data.component.createResult;
  };
  const show = async (id: number | string) => (await standIn.send(read, { id })).data.component.result;
  return { ...standIn, add, show };
}

test('createResult writes what it says, and a read shows it', async (t) => {
  const { add, show, url } = await startResults(t);
  const result = await add({
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
    proposals: [{ id: '2' }, { id: '1' }],
    projects: [{ id: '1', title: { translation: 'Bicycle racks' }, budget_amount: 5000 }],
    taxonomies: [{ id: '4' }, { id: '3' }],
  });
  assert.equal(updatedAt, createdAt);
  assert.match(reference, /^TH-RESU-\d{4}-\d\d-3$/);
  assert.deepEqual(await show(3), result);
  assert.deepEqual((await show(2)).children, [{ id: '3' }]);
});

test('a title is enough', async (t) => {
  const { add } = await startResults(t);
  const names = ['description', 'startDate', 'endDate', 'externalId', 'progress', 'status', 'parent'];
  const nulls = Object.fromEntries(
    [...names, 'appAccountabilityStatusId', 'parentId', 'weight', 'projectIds', 'proposalIds', 'taxonomies']
      .filter((name) => name !== 'status' && name !== 'parent')
      .map((name) => [name, null]),
  );
  for (const attributes of [{ title }, { title, ...nulls }]) {
    const result = await add(attributes);
    for (const name of names) assert.equal(result[name], null, name);
    assert.deepEqual([result.weight, result.proposals, result.projects, result.taxonomies], [1, [], [], []]);
  }
});

test("a parent's progress is the mean of its children by weight, all the way up", async (t) => {
  const { add, show } = await startResults(t);
  const progress = async (id: number | string) => (await show(id)).progress;
  assert.equal(await progress(1), 100);
  const top = await add({ title, progress: 10 });
  assert.equal(await progress(top.id), 10);
  const parentId = Number(top.id);
  await add({ title, parentId });
  assert.equal(await progress(top.id), 10, 'a child without progress counts for nothing');
  await add({ title, parentId, progress: 0, weight: 3 });
  const half = await add({ title, parentId, progress: 50 });
  assert.equal(await progress(top.id), 12.5);
  await add({ title, parentId: Number(half.id), progress: 100 });
  assert.deepEqual([await progress(half.id), await progress(top.id)], [100, 25]);
});

test('children that weigh nothing together count alike', async (t) => {
  const { add, show } = await startResults(t);
  const parentId = Number((await add({ title })).id);
  await add({ title, parentId, progress: 20, weight: 0 });
  await add({ title, parentId, progress: 40, weight: -7 });
  assert.equal((await show(parentId)).progress, 30);
});

test('parent and status must exist in that component', async (t) => {
  const standIn = await startTestServer(t);
  const { store } = standIn;
  const now = store.now();
  const { value: elsewhere } = store.update((draft) => {
    const other = draft.create('components', { ...store.find('components', 4)!, publishedAt: now });
    return {
      component: other,
      status: draft.create('statuses', { ...store.find('statuses', 1)!, componentId: other.id }),
    };
  });
  await assertStoreUnchanged(standIn, async () => {
    const attributes = { title, parentId: 1, appAccountabilityStatusId: 1 };
    const answer = await standIn.send(create, { componentId: elsewhere.component.id, input: { attributes } }, 'admin');
    assertAttributeErrors(answer, ['appAccountabilityStatusId', 'parentId']);
  });
});

test('records of another space are not linked', async (t) => {
  const { add, store } = await startResults(t);
  const { value } = store.update((draft) => {
    const component = draft.create('components', { ...store.find('components', 1)!, processId: 2 });
    return draft.create('proposals', { ...store.find('proposals', 1)!, componentId: component.id });
  });
  assert.deepEqual((await add({ title, proposalIds: [value.id, 2] })).proposals, [{ id: '2' }]);
});

test('locales are judged first, then every problem is listed at once', async (t) => {
  const standIn = await startTestServer(t);
  const send = (attributes: object) =>
    standIn.send(readOperation('create-result'), { componentId: 4, input: { attributes } }, 'admin');
  const path = ['component', 'createResult'];
  const left = { component: { createResult: null } };
  await assertStoreUnchanged(standIn, async () => {
    for (const attributes of [
      { title: { xx: 'x' }, progress: 101 },
      { title, description: { xx: 'x' } },
    ]) {
      assertGraphQLError(await send(attributes), 'INVALID_LOCALE_ERROR', path, left);
    }
    const answer = await send({ parentId: 999, appAccountabilityStatusId: 999, progress: 200, taxonomies: [1] });
    assertAttributeErrors(answer, ['appAccountabilityStatusId', 'parentId', 'progress', 'taxonomies', 'title.en']);
    assert.deepEqual([answer.errors![0]!.path, answer.data], [path, left]);
    for (const attributes of [{ taxonomies: ['3'] }, { weight: 1.5 }, { proposalIds: ['1'] }, { progress: '1' }]) {
      assertRequestError(await send({ title, ...attributes }), new RegExp(Object.keys(attributes)[0]!));
    }
  });
});
