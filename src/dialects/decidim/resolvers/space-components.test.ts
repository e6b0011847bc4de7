import assert from 'node:assert/strict';
import test from 'node:test';
import { startTownServer } from '../../../../test/support/town-server.ts';

test('components are filtered by their settings, by a part of their name and by their type', async (t) => {
  const { send } = await startTownServer(t);
  const expected = {
    'filter: { type: "Proposals" }': '1 9 18',
    'filter: { type: "debates" }': '5',
    'filter: { name: "propo", locale: "en" }': '1',
    'filter: { name: "Trobades", locale: "ca" }': '2',
    'filter: { withCommentsEnabled: true }': '1 2 3 4 5 6 18',
    'filter: { withCommentsEnabled: false }': '9',
    'filter: { withGeolocationEnabled: true }': '2',
    'order: { weight: "desc" }': '22 18 9 8 7 6 5 4 3 2 1',
    'order: { type: "asc", id: "desc" }': '22 18 9 8 7 6 5 4 3 2 1',
    'order: { name: "desc" }': '8 7 1 18 6 2 9 5 4 3 22',
  };
  const lists = Object.keys(expected).map((list, index) => `c${index}: components(${list}) { id }`);
  for (const [index, list] of lists.entries()) {
    const { data } = await send(`{ participatoryProcess(id: 1) { ${list} } }`);
    const found = data.participatoryProcess[`c${index}`].map(({ id }: { id: string }) => id).join(' ');
    assert.equal(found, Object.values(expected)[index], list);
  }
});

test('the URL of a component ends with what it lists, in processes and assemblies', async (t) => {
  const { send } = await startTownServer(t);
  const { data } = await send(`{
    participatoryProcess(id: 1) { components { id visible url } }
    assembly(id: 1) { components { url participatorySpace { __typename type allowsSteps } } }
  }`);
  const ends = data.participatoryProcess.components.map(({ url }: { url: string }) => url.split('/f/')[1]);
  assert.deepEqual(
    ends,
    '1/proposals 2/meetings 3/ 4/budgets 5/debates 6/posts 7/ 8/ 9/proposals 18/proposals 22/'.split(' '),
  );
  const hidden = data.participatoryProcess.components.filter(({ visible }: { visible: boolean }) => !visible);
  assert.deepEqual(
    hidden.map(({ id }: { id: string }) => id),
    ['22'],
  );
  const [{ url, participatorySpace }] = data.assembly.components;
  assert.match(url, /\/en\/assemblies\/citizens-council\/f\/14\/meetings$/);
  assert.deepEqual(participatorySpace, {
    __typename: 'ParticipatorySpace',
    type: 'Decidim::Assembly',
    allowsSteps: false,
  });
});
