import assert from 'node:assert/strict';
import test from 'node:test';
import type { Actor } from '../../../../test/support/test-server.ts';
import { startTownServer } from '../../../../test/support/town-server.ts';

const everybody: Actor[] = ['anonymous', 'other', 'member', 'admin'];
const ids = (records: { id: string }[]): string => records.map(({ id }) => id).join(' ');

const refusal = (type: string) => `You cannot view or edit this ${type} because you do not have permissions`;
const step = (id: string, active: boolean) => ({
  id,
  active,
  position: Number(id) - 1,
  participatoryProcess: { id: '1' },
});

test('who sees which spaces and components', async (t) => {
  const { send } = await startTownServer(t);
  const lists = '{ participatoryProcesses { id } assemblies { id } participatoryProcess(id: 1) { components { id } } }';
  const visible = '1 2 3 4 5 6 7 8 9 18 22';
  const expected = {
    anonymous: ['1 3', '1 2 3', visible],
    other: ['1 3', '1 2 3', visible],
    member: ['1 2 3', '1 2 3', visible],
    admin: ['1 2 3 4', '1 2 3 4', '1 2 3 4 5 6 7 8 9 10 18 22'],
  };
  for (const actor of everybody) {
    const { data } = await send(lists, {}, actor);
    const found = [data.participatoryProcesses, data.assemblies, data.participatoryProcess.components].map(ids);
    assert.deepEqual(found, expected[actor as keyof typeof expected], actor);
  }
});

test('spaces that a viewer does not see are not found, by id and by slug, which must both fit', async (t) => {
  const { send } = await startTownServer(t);
  const codes = async (query: string, actor: Actor) =>
    ((await send(query, {}, actor)).errors ?? []).map(({ message, extensions }) => [message, extensions.code]);
  const process = [['ParticipatoryProcess not found', 'NOT_FOUND_ERROR']];
  const unpublished = '{ participatoryProcess(id: 4) { id } }';
  const restricted = '{ participatoryProcess(slug: "inner-circle") { id } }';
  const assembly = '{ assembly(id: 4) { id } }';
  assert.deepEqual(await codes(unpublished, 'member'), process);
  assert.deepEqual(await codes(unpublished, 'admin'), []);
  assert.deepEqual(await codes(restricted, 'other'), process);
  assert.deepEqual(await codes(restricted, 'member'), []);
  assert.deepEqual(await codes(assembly, 'member'), [['Assembly not found', 'NOT_FOUND_ERROR']]);
  assert.deepEqual(await codes(assembly, 'admin'), []);
  assert.deepEqual(await codes('{ participatoryProcess(id: 1, slug: "old-library") { id } }', 'admin'), process);
});

test('an API user who is a member of a restricted process gets an error in the place of each component', async (t) => {
  const { send } = await startTownServer(t);
  const query = '{ participatoryProcess(id: 2) { accessMode components { id } attachments { id } } }';
  const { data, errors } = await send(query, {}, 'member');
  assert.deepEqual(data.participatoryProcess, {
    accessMode: 'RESTRICTED',
    components: [null, null],
    attachments: [{ id: '12' }],
  });
  assert.deepEqual(
    errors!.map(({ message, path, extensions }) => [message, path!.at(-1), extensions.code]),
    [
      [refusal('Proposals'), 0, 'UNAUTHORIZED_OBJECT_ERROR'],
      [refusal('Meetings'), 1, 'UNAUTHORIZED_OBJECT_ERROR'],
    ],
  );
});

test('assemblies: tree, types, links and the order that the platform cannot give', async (t) => {
  const { send } = await startTownServer(t);
  const { data } = await send(`{
    first: assembly { id accessMode childrenCount children { id } parent { id } parentsPath }
    child: assembly(id: 2) { childrenCount children { id } parent { id } parentsPath url hasSteps allowsSteps }
    glass: assembly(id: 3) { accessMode type manifest { name humanName { plural { translation(locale: "en") } } } }
    sorted: assemblies(order: { publishedAt: "desc" }) { id }
    linking: assembly(id: 1) { linkedParticipatorySpaces { id toType participatorySpace { __typename id } } }
  }`);
  assert.deepEqual(data.first, {
    id: '1',
    accessMode: 'OPEN',
    childrenCount: 1,
    children: [{ id: '2' }],
    parent: null,
    parentsPath: '1',
  });
  const { url, ...child } = data.child;
  assert.deepEqual(child, {
    childrenCount: 0,
    children: [],
    parent: { id: '1' },
    parentsPath: '1.2',
    hasSteps: false,
    allowsSteps: false,
  });
  assert.match(url, /\/en\/assemblies\/youth-board$/);
  assert.deepEqual(data.glass, {
    accessMode: 'TRANSPARENT',
    type: 'Decidim::Assembly',
    manifest: { name: 'assemblies', humanName: { plural: { translation: 'Assemblies' } } },
  });
  assert.equal(ids(data.sorted), '3 2 1');
  assert.deepEqual(data.linking.linkedParticipatorySpaces, [
    {
      id: '1',
      toType: 'Decidim::ParticipatoryProcess',
      participatorySpace: { __typename: 'ParticipatoryProcess', id: '1' },
    },
    {
      id: '2',
      toType: 'Decidim::ParticipatoryProcess',
      participatorySpace: { __typename: 'ParticipatoryProcess', id: '3' },
    },
  ]);
  assert.equal((await send('{ assemblies(order: { startDate: "asc" }) { id } }')).status, 500);
});

test('processes: steps, groups, and the links that lead to them', async (t) => {
  const { send } = await startTownServer(t);
  const { data } = await send(`{
    participatoryProcess(id: 1) {
      hasSteps steps { id active position participatoryProcess { id } } participatoryProcessGroup { id }
      linkedParticipatorySpaces { fromType participatorySpace { id type } }
    }
    past: participatoryProcess(id: 3) { hasSteps allowsSteps }
    participatoryProcessGroups { id promoted participatoryProcesses { id } }
    participatoryProcessGroup(id: 2) { title { translation(locale: "ca") } target { locales } }
  }`);
  assert.deepEqual(data, {
    participatoryProcess: {
      hasSteps: true,
      steps: [step('1', false), step('2', true), step('3', false)],
      participatoryProcessGroup: { id: '1' },
      linkedParticipatorySpaces: [
        { fromType: 'Decidim::Assembly', participatorySpace: { id: '1', type: 'Decidim::ParticipatoryProcess' } },
      ],
    },
    past: { hasSteps: false, allowsSteps: true },
    participatoryProcessGroups: [
      { id: '1', promoted: true, participatoryProcesses: [{ id: '1' }, { id: '3' }] },
      { id: '2', promoted: false, participatoryProcesses: [] },
    ],
    participatoryProcessGroup: { title: { translation: 'An empty group (ca)' }, target: null },
  });
  const { errors } = await send('{ participatoryProcessGroup(id: 9) { id } }');
  assert.equal(errors![0]!.message, 'ParticipatoryProcessGroup not found');
});
