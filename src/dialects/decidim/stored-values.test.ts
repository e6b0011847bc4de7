import assert from 'node:assert/strict';
import { printSchema } from 'graphql';
import test from 'node:test';
import { decidimServerDialect, developServerDialect } from '../../../test/support/dialects.ts';
import { createTemporaryFolder } from '../../../test/support/folders.ts';
import { createMemoryStore, openStore } from '../../../test/support/stores.ts';
import { type Actor, type AnyData, demoWorld, startTestServer } from '../../../test/support/test-server.ts';
import { startTownServer, townWorld } from '../../../test/support/town-server.ts';
import { createExecutor } from '../../server/executors.ts';
import { loadServerDialect } from '../dialects.ts';

// What neither the cases nor the recordings can say: restarts, several users of one cache, and worlds that they do not have.

test('no version has the id of another one', async (t) => {
  const { send, store } = await startTownServer(t);
  for (const { id } of store.all('proposals'))
    store.update((transaction) => transaction.update('proposals', id, { changes: 2 }));
  const { data } = await send('{ component(id: 1) { ... on Proposals { proposals { nodes { versions { id } } } } } }');
  const nodes = data.component.proposals.nodes.filter((node: AnyData) => node !== null);
  const ids = nodes.flatMap(({ versions }: AnyData) => versions.map(({ id }: AnyData) => id));
  const others = store.all('versions').filter(({ item }) => !item.startsWith('proposals/'));
  const all = [...ids, ...others.map(({ id }) => String(id))];
  assert.ok(ids.length > 40);
  assert.equal(new Set(all).size, all.length);
});

test('a result of the town has one version more after a change', async (t) => {
  const { send } = await startTestServer(t, { dialect: developServerDialect, store: createMemoryStore(townWorld) });
  for (const [id, count] of [
    [1, 4],
    [5, 3],
  ]) {
    const query = `mutation { component(id: 3) { ... on AccountabilityMutation { result(id: ${id}) {
      update(input: { attributes: { externalId: "new" } }) { versionsCount } } } } }`;
    const { data } = await send(query, {}, 'admin');
    assert.equal(data.component.result.update.versionsCount, count);
  }
});

for (const content of ['a text', 5])
  test(`an answer of ${JSON.stringify(content)} is a server error on every read, also after a restart`, async (t) => {
    const data = createTemporaryFolder(t);
    const query = `mutation($content: JSON) { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) {
      answer(input: { attributes: { state: "rejected", answerContent: $content } }) { id answer { locales } } } } } }`;
    const read = '{ component(id: 1) { ... on Proposals { proposal(id: 1) { answer { locales } } } } }';
    const run = async (work: (send: Awaited<ReturnType<typeof startTestServer>>['send']) => Promise<void>) => {
      const { store, close } = await openStore({ data, world: demoWorld });
      await work((await startTestServer(t, { dialect: decidimServerDialect, store })).send);
      await close();
    };
    await run(async (send) => {
      assert.equal((await send(query, { content }, 'admin')).status, 500);
      assert.equal((await send(read)).status, 500);
    });
    await run(async (send) => {
      assert.equal((await send(read)).status, 500);
      assert.equal((await send(query, { content: { en: 'No' } }, 'admin')).status, 200);
      assert.deepEqual((await send(read)).data.component.proposal.answer.locales, ['en']);
    });
  });

test('an update does not store an attribute that a town adds', async (t) => {
  const schema = printSchema(decidimServerDialect.createSchema('empty'));
  const town = schema.replace('input ProposalAttributes {', 'input ProposalAttributes {\n  district: String');
  const { send, store } = await startTestServer(t, { dialect: await loadServerDialect(`decidim-0.32+${town}`) });
  store.update((transaction) => transaction.update('proposals', 1, { authorIds: [2], state: null }));
  const query = `mutation { component(id: 1) { ... on ProposalsMutation { proposal(id: 1) { update(input: { locale: "en",
    attributes: { title: "A street for everyone", body: "Let us plant trees along it.", district: "Centre" } }) { id } } } } }`;
  assert.deepEqual((await send(query, {}, 'member')).data, { component: { proposal: { update: { id: '1' } } } });
  assert.equal(Object.hasOwn(store.get('proposals', 1), 'district'), false);
});

test('a document with introspection that is in the cache is for administrators only', async (t) => {
  const { send } = await startTestServer(t, { dialect: decidimServerDialect });
  const actors: Actor[] = ['admin', 'member', 'admin', 'anonymous'];
  for (const actor of actors) {
    const { data, errors } = await send('{ __schema { types { name } } }', {}, actor);
    if (actor === 'admin') assert.equal(data['__schema'].types.length, 161);
    else assert.deepEqual([data, errors![0]!.extensions!['code']], [undefined, 'INTROSPECTION_DISABLED_ERROR']);
  }
});

test('an unexpected error is a 500, and is reported', async (t) => {
  const bugs: Error[] = [];
  const { behavior } = decidimServerDialect;
  const dialect = {
    ...decidimServerDialect,
    behavior: { ...behavior, resultProgress: () => assert.fail('a bug') },
  };
  const executor = createExecutor(decidimServerDialect);
  const { send } = await startTestServer(t, { dialect, executor, onBug: (error) => bugs.push(error) });
  const { status, data, errors } = await send(
    '{ component(id: 4) { ... on Accountability { result(id: 1) { progress } } } }',
  );
  assert.deepEqual([status, data, errors], [500, {}, [{ message: 'Internal Server error' }]]);
  assert.deepEqual(
    bugs.map(({ message }) => message),
    ['a bug'],
  );
});

test('a null variable of a non-null argument is an error at the field', async (t) => {
  const { send } = await startTestServer(t, { dialect: decidimServerDialect });
  const { data, errors } = await send('query q($id: ID = 2) { component(id: $id) { id } }', { id: null });
  const message = '`null` is not a valid input for `ID!`, please provide a value for this argument.';
  assert.deepEqual(data, { component: null });
  assert.deepEqual(errors, [{ message, locations: [{ line: 1, column: 24 }], path: ['component'] }]);
});
