import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Records, worldKinds } from '../../records/kinds.ts';
import { createTemporaryFolder } from '../../../test/support/folders.ts';
import { exportData } from '../data-folder.ts';
import { mergeWorld } from '../../records/merge-world.ts';
import { createMemoryStore, openStore } from '../../../test/support/stores.ts';
import { Tables } from '../../records/tables.ts';
import { editRecords } from './edit-records.ts';
import { layRecords } from './lay-records.ts';
import { loadWorldTables } from '../../records/world.ts';

const demo = fileURLToPath(new URL('../../../fixtures/worlds/demo', import.meta.url));
const now = Date.parse('2027-01-02T03:04:05Z');
const openDemo = () => createMemoryStore(demo, () => now);

for (const kind of worldKinds) {
  if (kind === 'organization') continue;
  test(`a record of ${kind} without values has what it needs, in an empty world and in that of the demo`, async () => {
    const tables = layRecords(Tables.of(), { [kind]: [{}] }, now);
    assert.ok(tables.all(kind).length > 0);
    const store = openDemo();
    const record = await editRecords(store, (edit) => edit.create(kind, {}));
    assert.deepEqual(store.find(kind, record.id), record);
  });
}

test('a deleted record stays deleted in a data folder, and an export does not have it', async (t) => {
  const data = createTemporaryFolder(t);
  const first = await openStore({ data, world: demo, maxJournalBytes: 1 });
  const { id } = await editRecords(first.store, (edit) => edit.create('comments', {}));
  await editRecords(first.store, (edit) => edit.delete('comments', id));
  await first.close();
  assert.deepEqual((await exportData(data))['comments.json'], []);
  const second = await openStore({ data, world: demo });
  t.after(() => second.close());
  assert.deepEqual([second.store.all('comments'), second.store.highestId('comments')], [[], id]);
});

test('another time zone of the organization rewrites the times of all records, which stay the same', async () => {
  const store = openDemo();
  const timesIn = () => store.all('meetings').map(({ startTime }) => startTime);
  const before = timesIn();
  await editRecords(store, (edit) => edit.update('organization', 1, { timeZone: 'Asia/Tokyo' }));
  assert.deepEqual(
    timesIn().map((time) => [time.slice(19), Date.parse(time)]),
    before.map((time) => ['+09:00', Date.parse(time)]),
  );
  const { createdAt, name } = store.get('components', 1);
  assert.deepEqual([createdAt.slice(19), name['en']], ['+09:00', 'Proposals']);
});

test('a record that a client deleted stays deleted when the world is loaded again', async () => {
  const loaded = loadWorldTables(demo, now);
  const store = createMemoryStore(demo, () => now);
  store.load(loaded);
  await editRecords(store, (edit) => edit.delete('follows', 1));
  const { tables, problems } = mergeWorld(loaded, store.tables, loadWorldTables(demo, now));
  assert.deepEqual([problems, tables.find('follows', 1)], [[], undefined]);
});

const lay = (lists: unknown) => layRecords(loadWorldTables(demo, now), lists, now);

describe('layRecords', () => {
  test('the author of a record is a person, also in a world that only has API users', () => {
    const tables = layRecords(Tables.of(), { users: [{ key: 'a-key', secret: 'a-secret' }], proposals: [{}] }, now);
    const [{ authorIds }] = tables.all('proposals') as [Records['proposals']];
    assert.deepEqual([authorIds, tables.find('users', authorIds[0]!)?.key], [[2], null]);
  });

  test('records refer to each other by id, and the others get the ids after the highest one', () => {
    const tables = lay({
      comments: [{ commentable: 'proposals/70' }],
      proposals: [{ title: { en: 'First' } }, { id: 70, componentId: 50 }],
      components: [{ id: 50, kind: 'proposals' }],
    });
    assert.equal(tables.find('proposals', 71)?.title['en'], 'First');
    assert.equal(tables.find('proposals', 70)?.componentId, 50);
    assert.equal(tables.all('comments')[0]!.commentable, 'proposals/70');
  });

  test('a record with an id that is there replaces it', () => {
    const tables = lay({ proposals: [{ id: 1, title: { en: 'Mine' } }] });
    assert.deepEqual(tables.find('proposals', 1)?.title, { en: 'Mine' });
    assert.equal(tables.all('proposals').length, loadWorldTables(demo, now).all('proposals').length);
  });

  test('an empty world gets an organization, whose locale the texts have', () => {
    const tables = layRecords(Tables.of(), { organization: [{ locales: ['ca', 'es'] }], proposals: [{}] }, now);
    assert.deepEqual(tables.all('proposals')[0]!.title, { ca: 'Proposal 1' });
    assert.deepEqual(
      [tables.all('components').length, tables.all('processes').length, tables.all('users').length],
      [1, 1, 1],
    );
  });

  for (const [lists, message] of [
    [[], /^a world: must be an object of lists of records by kind, such as/],
    [{ proposal: [] }, /^proposal: unknown kind of record\. Did you mean proposals\? The kinds are organization/],
    [{ proposals: {} }, /^proposals: must be a list of records/],
    [{ proposals: [1] }, /^proposals: the values of a record must be an object/],
    [{ proposals: [{ id: 7 }, { id: 7 }] }, /^proposals 7: an earlier record has the same id/],
    [
      { proposals: [{ titel: 'x' }, { id: 'x', cost: 'a lot' }] },
      /^proposals: record 1: titel: is unknown; did you mean title, state\? \(and 2 more\)/,
    ],
    [{ organization: [{ id: 2 }] }, /exactly one organization/],
    [{ organization: [{ timeZone: 'Mars' }] }, /timeZone: must be an IANA time zone/],
  ] as const)
    test(`refuses ${JSON.stringify(lists)}`, () => {
      assert.throws(() => lay(lists), { name: 'Error', message });
    });
});
