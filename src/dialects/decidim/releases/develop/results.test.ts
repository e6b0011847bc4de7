import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { developServerDialect } from '../../../../../test/support/decidim-dialect.ts';
import { createMemoryStore } from '../../../../../test/support/stores.ts';
import { townWorld } from '../../../../../test/support/town-server.ts';
import { type Actor, type AnyData, startTestServer } from '../../../../../test/support/test-server.ts';

const fields = 'id progress childrenCount versionsCount parent { id } proposals { id } projects { id } startDate';

/** Starts a server, and returns the mutations of its accountability component. They resolve with the value or the first error. */
async function startServer(t: TestContext) {
  const { send, store, url } = await startTestServer(t, { dialect: developServerDialect });
  const mutate = async (field: string, attributes: object, actor: Actor = 'admin'): Promise<AnyData> => {
    const [name] = field.split('(');
    const type = name === 'createResult' ? 'CreateResultInput' : 'UpdateResultInput';
    const call = `${name === 'createResult' ? name : `result(id: ${/\d+/.exec(field)![0]}) { update`}(input: $input) { ${fields} }`;
    const document = `mutation($input: ${type}!) { component(id: 4) { ... on AccountabilityMutation {
      ${call} ${name === 'createResult' ? '' : '}'} } } }`;
    const { data, errors } = await send(document, { input: { attributes } }, actor);
    return errors?.[0] ?? data.component.createResult ?? data.component.result.update;
  };
  const create = (attributes: object, actor?: Actor) =>
    mutate('createResult', { title: { en: 'A' }, ...attributes }, actor);
  const update = (id: number, attributes: object, actor?: Actor) => mutate(`update(${id})`, attributes, actor);
  const read = async (id: number): Promise<AnyData> => {
    const { data } = await send(`{ component(id: 4) { ... on Accountability { result(id: ${id}) { ${fields} } } } }`);
    return data.component.result;
  };
  const remove = (id: number) =>
    send(
      `mutation { component(id: 4) { ... on AccountabilityMutation { result(id: 1) { delete(id: ${id}) { id } } } } }`,
      {},
      'admin',
    );
  return { create, update, read, remove, send, store, url };
}

test('a result without weight does not use the weights of its siblings, and its own is null', async (t) => {
  const { create, read, store } = await startServer(t);
  const parent = await create({ weight: 1 });
  const child = await create({ parentId: Number(parent.id), progress: 50 });
  assert.equal(store.find('results', Number(child.id))!.weight, null);
  assert.deepEqual([(await read(parent.id)).progress, (await read(parent.id)).versionsCount], [50, 2]);
});

test('a parent that is updated keeps its progress until a child changes', async (t) => {
  const { update, read } = await startServer(t);
  assert.equal((await read(1)).progress, 200);
  assert.equal((await update(1, { progress: 10 })).progress, 10);
  assert.equal((await read(1)).progress, 10);
  await update(2, {});
  assert.deepEqual([(await read(1)).progress, (await read(1)).versionsCount], [200, 4]);
});

test('a child that moves up the tree leaves the progress of its former parent, and counts for the new one', async (t) => {
  const { create, update, read } = await startServer(t);
  const top = await create({ progress: 1 });
  const middle = await create({ parentId: Number(top.id), progress: 2 });
  const leaf = await create({ parentId: Number(middle.id), progress: 60 });
  assert.deepEqual([(await read(middle.id)).progress, (await read(top.id)).progress], [60, 60]);
  await update(Number(leaf.id), { parentId: Number(top.id), progress: 20 });
  assert.deepEqual([(await read(middle.id)).progress, (await read(top.id)).progress], [60, 40]);
  assert.deepEqual([(await read(middle.id)).childrenCount, (await read(top.id)).childrenCount], [0, 2]);
});

test('a child that moves below its sibling counts once', async (t) => {
  const { create, update, read } = await startServer(t);
  const top = await create({});
  const first = await create({ parentId: Number(top.id), progress: 10 });
  const second = await create({ parentId: Number(top.id), progress: 30 });
  await update(Number(second.id), { parentId: Number(first.id) });
  assert.deepEqual([(await read(first.id)).progress, (await read(top.id)).progress], [30, 30]);
});

test('the progress of a parent that does not fit the column is a server error and writes nothing', async (t) => {
  const { create, read, send } = await startServer(t);
  const document = `mutation { component(id: 4) { ... on AccountabilityMutation { createResult(input: { attributes: {
    title: { en: "A" }, parentId: 2, progress: 100, weight: 10 } }) { id } } } }`;
  assert.equal((await send(document, {}, 'admin')).status, 500);
  assert.equal((await read(2)).childrenCount, 0);
  // The database has used the id.
  assert.equal((await create({})).id, '4');
});

test('a deleted result takes its children with it and leaves the progress of its parent', async (t) => {
  const { create, read, remove, store } = await startServer(t);
  const { id } = await create({ parentId: 2, progress: 100, weight: 2 });
  assert.equal((await read(2)).progress, 200);
  await remove(2);
  assert.deepEqual([await read(2), await read(id)], [null, null]);
  assert.deepEqual([(await read(1)).progress, (await read(1)).childrenCount], [400, 0]);
  assert.deepEqual(
    store.where('results', 'shownIn', 4).map((result) => result.id),
    [1],
  );
});

for (const [name, leave] of [
  ['is deleted', ({ remove }) => remove(2)],
  ['moves away', ({ update }) => update(2, { parentId: null })],
] as [string, (server: Awaited<ReturnType<typeof startServer>>) => Promise<unknown>][])
  test(`a parent of the world keeps its progress and versions when its child ${name}`, async (t) => {
    const server = await startServer(t);
    await leave(server);
    const { progress, childrenCount, versionsCount } = await server.read(1);
    assert.deepEqual([progress, childrenCount, versionsCount], [200, 0, 2]);
  });

test('a deleted result is no parent', async (t) => {
  const { create, remove } = await startServer(t);
  await remove(2);
  assert.deepEqual((await create({ parentId: 2 })).message, [
    { path: ['attributes', 'parent'], message: 'cannot be blank' },
  ]);
});

test('the title is parsed before the description: an unknown locale is reported, another value is a server error', async (t) => {
  const { send } = await startServer(t);
  const codeFor = async (title: string, description: string) => {
    const document = `mutation { component(id: 4) { ... on AccountabilityMutation { createResult(input: { attributes: {
      title: ${title}, description: ${description} } }) { id } } } }`;
    const { status, errors } = await send(document, {}, 'admin');
    return [status, errors?.[0]?.extensions?.code];
  };
  assert.deepEqual(await codeFor('{ xx: "A" }', '"D"'), [200, 'INVALID_LOCALE_ERROR']);
  assert.deepEqual(await codeFor('"A"', '{ xx: "D" }'), [500, undefined]);
  assert.deepEqual(await codeFor('{ en: "" }', '5'), [500, undefined]);
});

test('a circle of parents is a response in plain text, and writes nothing', async (t) => {
  const { store, url } = await startServer(t);
  for (const [id, parentId] of [
    [2, 2],
    [1, 2],
  ]) {
    const query = `mutation { component(id: 4) { ... on AccountabilityMutation { result(id: ${id}) {
      update(input: { attributes: { parentId: ${parentId}, progress: 1 } }) { id } } } } }`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer admin-token' },
      body: JSON.stringify({ query }),
    });
    assert.equal(response.status, 500);
    assert.match(await response.text(), /^500 Internal Server Error\nIf you are the administrator/);
  }
  assert.deepEqual([store.find('results', 1)!.parentId, store.find('results', 2)!.parentId], [null, 1]);
});

test('a change of links is no version', async (t) => {
  const { update } = await startServer(t);
  const { versionsCount, proposals, projects } = await update(2, {
    proposalIds: [2, 1],
    projectIds: [1],
    taxonomies: [2],
  });
  assert.deepEqual([versionsCount, proposals, projects], [1, [{ id: '1' }, { id: '2' }], [{ id: '1' }]]);
});

test('only administrators may update a result, and the refusal comes before the attributes', async (t) => {
  const { update } = await startServer(t);
  const { message, extensions } = await update(2, { progress: 101 }, 'member');
  assert.equal(extensions.code, 'UNAUTHORIZED_FIELD_ERROR');
  assert.match(message, /^You cannot view or edit update field on ResultMutation/);
});

test('a float in a map is stored as Ruby prints it, and is no map of texts', async (t) => {
  const { url, store } = await startServer(t);
  const post = (title: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer admin-token' },
      body: `{"query":"mutation($title: JSON) { component(id: 4) { ... on AccountabilityMutation {
        createResult(input: { attributes: { title: $title } }) { id } } } }","variables":{"title":${title}}}`.replaceAll(
        '\n',
        ' ',
      ),
    });
  assert.equal((await post('{"en": 5.0, "ca": [1.0, 2]}')).status, 200);
  assert.deepEqual(store.find('results', 3)!.title, { en: '5.0', ca: '[1.0, 2]' });
  assert.equal((await post('5.0')).status, 500);
});

test('a deleted result has no comments', async (t) => {
  const { send, remove } = await startServer(t);
  await remove(2);
  const { data } = await send(
    '{ commentable(id: "2", type: "Decidim::Accountability::Result", locale: "en", toggleTranslations: false) { id } }',
  );
  assert.deepEqual(data, { commentable: null });
});

const updateExternalId = (
  id: number,
) => `mutation { component(id: 3) { ... on AccountabilityMutation { result(id: ${id}) {
  update(input: { attributes: { externalId: "new" } }) { versionsCount } } } } }`;

test('a result of the town has one version more after a change', async (t) => {
  const { send } = await startTestServer(t, {
    dialect: developServerDialect,
    store: createMemoryStore(townWorld),
  });
  for (const [id, count] of [
    [1, 4],
    [5, 3],
  ] as const) {
    const { data } = await send(updateExternalId(id), {}, 'admin');
    assert.equal(data.component.result.update.versionsCount, count);
  }
});

test('a deleted result has as many children in the response as before', async (t) => {
  const { read, send } = await startServer(t);
  const { childrenCount } = await read(1);
  const { data } = await send(
    'mutation { component(id: 4) { ... on AccountabilityMutation { result(id: 2) { delete(id: 1) { childrenCount } } } } }',
    {},
    'admin',
  );
  assert.ok(childrenCount > 0);
  assert.deepEqual(data.component.result.delete, { childrenCount });
});
