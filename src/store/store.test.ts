import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type AnyData, demoWorld } from '../../test/support/test-server.ts';
import { copyDemoWorld, editWorld } from '../../test/support/folders.ts';
import { createMemoryStore, idsOf, recordFields } from '../../test/support/stores.ts';
import type { Kind } from '../records/records.ts';
import { StorageError } from '../errors.ts';
import { Store } from './store.ts';

const evening = '2026-11-30T23:30:00Z';
const demoStore = (world = demoWorld): Store => createMemoryStore(world, () => Date.parse(evening));
const meetingFields = (store: Store) => recordFields(store, 'meetings', 2);
const titleFields = (en: string) => ({ title: { en } });

test('create sets the next id, the reference and the times', () => {
  const store = demoStore();
  const meeting = store.update((transaction) => transaction.create('meetings', meetingFields(store)));
  assert.deepEqual(meeting, {
    ...store.find('meetings', 2)!,
    id: 5,
    reference: 'TH-MEET-2026-11-5',
    createdAt: '2026-11-30T23:30:00+00:00',
    updatedAt: '2026-11-30T23:30:00+00:00',
  });
  assert.equal(store.find('meetings', '5'), meeting);
  assert.equal(store.highestId('meetings'), 5);
  assert.equal(store.durable, undefined);
});

test('the next id follows the highest id, not the number of records', (t) => {
  const world = copyDemoWorld(t);
  editWorld(world, 'meetings', (records) => (records[0].id = 90));
  const store = demoStore(world);
  const created = store.update((transaction) => [1, 2].map(() => transaction.create('meetings', meetingFields(store))));
  assert.deepEqual(idsOf(created), [91, 92]);
  assert.equal(store.update((transaction) => transaction.create('meetings', meetingFields(store))).id, 93);
});

test('a reference contains the month in the time zone of the organization', (t) => {
  const world = copyDemoWorld(t);
  editWorld(world, 'organization', ([organization]) => (organization.timeZone = 'Europe/Madrid'));
  const store = demoStore(world);
  const { reference, createdAt } = store.update((transaction) => transaction.create('meetings', meetingFields(store)));
  assert.equal(createdAt, '2026-12-01T00:30:00+01:00');
  assert.equal(reference, 'TH-MEET-2026-12-5');
});

const references: [Kind, string | undefined][] = [
  ['proposals', 'TH-PROP-2026-11-6'],
  ['results', 'TH-RESU-2026-11-3'],
  ['projects', 'TH-PROJ-2026-11-2'],
  ['statuses', undefined],
  ['taxonomies', undefined],
];
for (const [kind, reference] of references) {
  test(`create ${reference ? `sets the reference ${reference}` : 'sets no reference'} for ${kind}`, () => {
    const store = demoStore();
    const record: AnyData = store.update((transaction) => transaction.create(kind, recordFields(store, kind, 1)));
    assert.equal(record.reference, reference);
  });
}

test('update keeps other fields, and does not change the record that was read before', () => {
  let now = Date.parse(evening);
  const store = createMemoryStore(demoWorld, () => now);
  now += 60_000;
  const before = store.find('meetings', 1)!;
  const copy = structuredClone(before);
  const value = store.update((transaction) =>
    transaction.update('meetings', 1, { ...titleFields('New'), address: null, location: undefined }),
  );
  assert.deepEqual(before, copy);
  assert.deepEqual(value, { ...copy, ...titleFields('New'), address: null, updatedAt: '2026-11-30T23:31:00+00:00' });
  assert.equal(store.find('meetings', 1), value);
  assert.deepEqual(store.all('meetings')[0], value);
  assert.equal(store.where('meetings', 'componentId', 2)[0], value);
});

test('two updates of one record in one write both take effect', () => {
  const store = demoStore();
  store.update((transaction) => {
    transaction.update('meetings', 1, titleFields('Second'));
    transaction.update('meetings', 1, { address: 'Elsewhere 2' });
    const { id } = transaction.create('meetings', meetingFields(store));
    transaction.update('meetings', id, titleFields('Updated at once'));
  });
  const { title, address } = store.find('meetings', 1)!;
  assert.deepEqual([title, address], [{ en: 'Second' }, 'Elsewhere 2']);
  assert.deepEqual(store.find('meetings', 5)!.title, { en: 'Updated at once' });
  assert.equal(store.all('meetings').length, 5);
});

test('a kind can have 150,000 records, of which each can be found, changed and deleted', () => {
  const store = demoStore();
  const fields = meetingFields(store);
  store.update((transaction) => {
    for (let index = 0; index < 150_000; index += 1) transaction.create('meetings', fields);
  });
  assert.equal(store.where('meetings', 'componentId', 2).length, store.all('meetings').length);
  const { id } = store.update((transaction) => {
    transaction.update('meetings', 100_000, titleFields('Changed'));
    transaction.delete('meetings', 120_000);
    return transaction.create('meetings', fields);
  });
  assert.equal(id, 150_005);
  assert.deepEqual(store.find('meetings', 100_000)!.title, { en: 'Changed' });
  assert.equal(store.find('meetings', 120_000), undefined);
  assert.equal(store.where('meetings', 'componentId', 2).length, 150_004);
});

const rename = (store: Store, title: string) =>
  store.update((transaction) => transaction.update('meetings', 1, titleFields(title)));

test('tables that were kept do not change when the store goes on', async () => {
  const store = demoStore();
  rename(store, 'before');
  const kept = store.tables;
  const other = new Store(kept);
  rename(store, 'after');
  rename(other, 'elsewhere');
  assert.deepEqual(
    [store, other, new Store(kept)].map((each) => each.find('meetings', 1)!.title['en']),
    ['after', 'elsewhere', 'before'],
  );
  await store.replace(() => kept);
  assert.deepEqual(store.records(), kept.records());
});

test('what a failed write did is undone for everybody, with the writes that followed it', async () => {
  const pending: { resolve(): void; reject(error: Error): void }[] = [];
  const errors: Error[] = [];
  const append = () => new Promise<void>((resolve, reject) => void pending.push({ resolve, reject }));
  const log = { append, replace: async () => {}, close: async () => {} };
  const store = new Store(demoStore().tables, { log, onError: (error) => errors.push(error) });
  const renameDurably = (title: string) => {
    const renamed = store.updateDurably((transaction) => transaction.update('meetings', 1, titleFields(title)));
    renamed.catch(() => {});
    return renamed;
  };
  const titleNow = () => store.find('meetings', 1)!.title['en'];
  const first = renameDurably('first');
  while (pending.length < 1) await setImmediate();
  const second = renameDurably('second');
  assert.equal(titleNow(), 'second');
  pending[0]!.resolve();
  await first;
  while (pending.length < 2) await setImmediate();
  const third = renameDurably('third');
  const read = store.read(() => titleNow());
  pending[1]!.reject(new Error('full'));
  for (const each of [second, third, read]) await assert.rejects(async () => each, StorageError);
  assert.deepEqual([titleNow(), errors.length], ['first', 1]);
  const fourth = renameDurably('fourth');
  while (pending.length < 3) await setImmediate();
  pending[2]!.resolve();
  await fourth;
  assert.equal(titleNow(), 'fourth');
});
