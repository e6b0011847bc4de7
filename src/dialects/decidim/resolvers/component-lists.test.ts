import assert from 'node:assert/strict';
import test from 'node:test';
import type { Actor } from '../../../../test/support/test-server.ts';
import { startTownServer } from '../../../../test/support/town-server.ts';

const blogs = (args: string) => `{ component(id: 6) { ... on Blogs { list: posts${args} { nodes { id } } } } }`;
const list = (component: number, type: string, field: string) =>
  `{ component(id: ${component}) { ... on ${type} { list: ${field} { nodes { id } } } } }`;

test('lists', async (t) => {
  const { send } = await startTownServer(t);
  const rows: [title: string, document: string, ids: string, actor?: Actor][] = [
    ['posts of the future are for administrators', blogs(''), '1 2 4 8'],
    ['administrators see posts of the future', blogs(''), '1 2 3 4 8', 'admin'],
    ['posts by creation', blogs('(order: { createdAt: "desc" })'), '8 4 2 1'],
    ['posts by change', blogs('(order: { updatedAt: "DESC" })'), '1 2 8 4'],
    ['posts by likes, then by id', blogs('(order: { likeCount: "desc" })'), '2 1 4 8'],
    ['posts created since a day', blogs('(filter: { createdSince: "2026-01-17" })'), '8'],
    ['posts created before a day', blogs('(filter: { createdBefore: "2026-01-17" })'), '1 2 4'],
    ['posts changed since a day', blogs('(filter: { updatedSince: "2026-01-22" })'), '1'],
    ['posts changed before a day', blogs('(filter: { updatedBefore: "2026-01-20" })'), '4 8'],
    ['private and unpublished meetings are left out', list(2, 'Meetings', 'meetings'), '1 2 3 4 5 6 7', 'admin'],
    ['a private meeting that is transparent', list(14, 'Meetings', 'meetings'), '10 11'],
    ['deleted results are left out', list(3, 'Accountability', 'results'), '1 2 3 4 5 6 7 8 9', 'admin'],
    ['unpublished surveys are listed', list(7, 'Surveys', 'surveys'), '1 2'],
  ];
  for (const [title, document, ids, actor] of rows)
    await t.test(title, async () => {
      const { data } = await send(document, {}, actor);
      assert.equal(data.component.list.nodes.map(({ id }: { id: string }) => id).join(' '), ids);
    });

  await t.test('every invalid date of a filter is reported under the same name', async () => {
    for (const filter of ['createdSince', 'createdBefore', 'updatedSince', 'updatedBefore']) {
      const { data, errors } = await send(blogs(`(filter: { ${filter}: "soon" })`));
      assert.deepEqual([data, errors![0]!.message], [{ component: null }, 'Invalid date format for createdBefore']);
    }
  });
});

test('records that a list leaves out are not found by id', async (t) => {
  const { send } = await startTownServer(t);
  const rows: [component: number, type: string, field: string, id: number][] = [
    [2, 'Meetings', 'meeting', 8],
    [2, 'Meetings', 'meeting', 12],
    [3, 'Accountability', 'result', 10],
    [6, 'Blogs', 'post', 3],
    // An unpublished survey is in the list.
    [7, 'Surveys', 'survey', 2],
    [4, 'Budgets', 'budget', 3],
  ];
  for (const [component, type, field, id] of rows) {
    const { errors } = await send(`{ component(id: ${component}) { ... on ${type} { ${field}(id: ${id}) { id } } } }`);
    assert.deepEqual([errors?.[0]?.extensions.code, field], ['NOT_FOUND_ERROR', field]);
  }
  const { data } = await send('{ component(id: 6) { ... on Blogs { post(id: 3) { id } } } }', {}, 'admin');
  assert.equal(data.component.post.id, '3');
});

test('kinds without mutations', async (t) => {
  const { send } = await startTownServer(t);
  const kinds = { 3: 'Accountability', 4: 'Budgets', 6: 'Blogs', 7: 'Surveys', 8: 'Pages' };
  for (const [id, kind] of Object.entries(kinds)) {
    const { errors } = await send(`mutation { component(id: ${id}) { __typename } }`, {}, 'admin');
    assert.equal(errors![0]!.message, `Mutation type not found for ${kind}`);
  }
});
