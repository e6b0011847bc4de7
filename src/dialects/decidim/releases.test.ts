import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { type AnyData, startTestServer } from '../../../test/support/test-server.ts';
import { townWorld } from '../../../test/support/town-server.ts';
import { createMemoryStore } from '../../../test/support/stores.ts';
import { loadServerDialect } from '../dialects.ts';

/** Starts a server of a release, with the demo world or the town. */
async function start(t: TestContext, number: string, world?: string) {
  const store = world === undefined ? undefined : createMemoryStore(world);
  const dialect = await loadServerDialect(`decidim-${number}`);
  return startTestServer(t, { dialect, ...(store && { store }) });
}

const statusAndData = async (
  { send }: Awaited<ReturnType<typeof start>>,
  query: string,
): Promise<[number, AnyData]> => {
  const { status, data } = await send(query);
  return [status, data];
};

test('0.31 stores an answer, and 0.32 shows it', async (t) => {
  const { send, store } = await start(t, '0.31');
  const answer = `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) {
    answer(input: { attributes: { state: "accepted", answerContent: { en: "Yes" } } }) { state } } } } }`;
  assert.equal((await send(answer, {}, 'admin')).data.component.proposal.answer.state, 'accepted');
  assert.deepEqual(store.find('proposals', 1)!.answer, { en: 'Yes' });
  const later = await startTestServer(t, { dialect: await loadServerDialect('decidim-0.32'), store });
  const { data } = await later.send('{ component(id: 1) { ... on Proposals { proposal(id: 1) { state } } } }');
  assert.equal(data.component.proposal.state, 'accepted');
});

const readPost = (fields: string) => `{ component(id: 6) { ... on Blogs { post(id: 1) { ${fields} } } } }`;

test('0.31 lists the likes of a post of the town, and 0.30 lists them as endorsements', async (t) => {
  const [, likes] = await statusAndData(await start(t, '0.31', townWorld), readPost('count: likesCount likes { id }'));
  const [, endorsements] = await statusAndData(
    await start(t, '0.30', townWorld),
    readPost('count: endorsementsCount likes: endorsements { id }'),
  );
  assert.equal(likes.component.post.count, 2);
  assert.deepEqual(endorsements, likes);
});

test('0.30 has the milestones of a result as its timeline', async (t) => {
  const query =
    '{ component(id: 3) { ... on Accountability { results { nodes { timelineEntries { entryDate result { id } } } } } } }';
  const [status, { component }] = await statusAndData(await start(t, '0.30', townWorld), query);
  assert.equal(status, 200);
  const entries = component.results.nodes.flatMap((each: AnyData) => each.timelineEntries);
  assert.equal(entries.length, 3);
});

test('0.29 has no taxonomies: the first one of a record is its category', async (t) => {
  const { send, store } = await start(t, '0.29');
  store.update((transaction) => {
    const root = transaction.create('taxonomies', { name: { en: 'Scopes' }, parentId: null, weight: 1 });
    const scope = transaction.create('taxonomies', { name: { en: 'North' }, parentId: root.id, weight: 0 });
    return transaction.update('proposals', 1, { taxonomyIds: [scope.id, 4] });
  });
  const { data, errors } = await send(`{ component(id: 1) { ... on Proposals { proposal(id: 1) {
    scope { name { translation(locale: "en") } parent { id } }
    category { id parent { id parent { id } } subcategories { id } } } } } }`);
  assert.equal(errors, undefined);
  assert.deepEqual(data.component.proposal, {
    scope: { name: { translation: 'North' }, parent: null },
    category: { id: '4', parent: { id: '2', parent: null }, subcategories: [] },
  });
});

test('everybody may introspect 0.29', async (t) => {
  const { data } = await (await start(t, '0.29')).send('{ __schema { queryType { name } } }');
  assert.deepEqual(data, { __schema: { queryType: { name: 'Query' } } });
});
