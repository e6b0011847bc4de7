import assert from 'node:assert/strict';
import test from 'node:test';
import { type AnyData, demoWorld } from '../../test/support/test-server.ts';
import { copyDemoWorld, editWorld } from '../../test/support/folders.ts';
import { createMemoryStore } from './open.ts';
import { recordFields, idsOf } from '../../test/support/stored-records.ts';
import type { Kind, Taxonomy } from './records.ts';
import type { Store } from './store.ts';

const evening = '2026-11-30T23:30:00Z';
const demoStore = (world = demoWorld): Store => createMemoryStore(world, () => Date.parse(evening));
const meetingOf = (store: Store) => recordFields(store, 'meetings', 2);
const titled = (en: string) => ({ title: { en } });

test('a new record is numbered after the highest id, with its reference and times', () => {
  const store = demoStore();
  const { value: meeting, durable } = store.update((draft) => draft.create('meetings', meetingOf(store)));
  assert.deepEqual(meeting, {
    ...store.find('meetings', 2)!,
    id: 5,
    reference: 'TH-MEET-2026-11-5',
    createdAt: '2026-11-30T23:30:00+00:00',
    updatedAt: '2026-11-30T23:30:00+00:00',
  });
  assert.equal(store.find('meetings', '5'), meeting);
  assert.equal(store.highestId('meetings'), 5);
  assert.equal(durable, undefined);
});

test('numbers go on after the highest id, not after the count', (t) => {
  const world = copyDemoWorld(t);
  editWorld(world, 'meetings', (records) => (records[0].id = 90));
  const store = demoStore(world);
  const two = store.update((draft) => [1, 2].map(() => draft.create('meetings', meetingOf(store)))).value;
  assert.deepEqual(idsOf(two), [91, 92]);
  assert.equal(store.update((draft) => draft.create('meetings', meetingOf(store))).value.id, 93);
});

test('the month of a reference is the month where the organization is', (t) => {
  const world = copyDemoWorld(t);
  editWorld(world, 'organization', ([organization]) => (organization.timeZone = 'Europe/Madrid'));
  const store = demoStore(world);
  const { reference, createdAt } = store.update((draft) => draft.create('meetings', meetingOf(store))).value;
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
  test(`a new record of ${kind} has ${reference ? `the reference ${reference}` : 'no reference'}`, () => {
    const store = demoStore();
    const record: AnyData = store.update((draft) => draft.create(kind, recordFields(store, kind, 1))).value;
    assert.equal(record.reference, reference);
  });
}

test('fields that are left out get their defaults', () => {
  const store = demoStore();
  const fields = recordFields(store, 'meetings', 2, 'availableSlots', 'closedAt', 'taxonomyIds');
  const { value } = store.update((draft) => draft.create('meetings', fields));
  assert.deepEqual([value.availableSlots, value.closedAt, value.taxonomyIds], [0, null, []]);
});

test('a change keeps the other fields and what was read before', () => {
  let now = Date.parse(evening);
  const store = createMemoryStore(demoWorld, () => now);
  now += 60_000;
  const before = store.find('meetings', 1)!;
  const copy = structuredClone(before);
  const { value } = store.update((draft) =>
    draft.update('meetings', 1, { ...titled('New'), address: null, location: undefined }),
  );
  assert.deepEqual(before, copy);
  assert.deepEqual(value, { ...copy, ...titled('New'), address: null, updatedAt: '2026-11-30T23:31:00+00:00' });
  assert.equal(store.find('meetings', 1), value);
  assert.deepEqual(store.all('meetings')[0], value);
  assert.equal(store.where('meetings', 'componentId', 2)[0], value);
});

test('two changes of one record in one write are both kept', () => {
  const store = demoStore();
  store.update((draft) => {
    draft.update('meetings', 1, titled('Second'));
    draft.update('meetings', 1, { address: 'Elsewhere 2' });
    const { id } = draft.create('meetings', meetingOf(store));
    draft.update('meetings', id, titled('Changed at once'));
  });
  const { title, address } = store.find('meetings', 1)!;
  assert.deepEqual([title, address], [{ en: 'Second' }, 'Elsewhere 2']);
  assert.deepEqual(store.find('meetings', 5)!.title, { en: 'Changed at once' });
  assert.equal(store.all('meetings').length, 5);
});

test('a record of a kind without times is changed as well', () => {
  const store = demoStore();
  const before = store.find('taxonomies', 2)!;
  const changed: Partial<Taxonomy> = { weight: 7 };
  assert.deepEqual(store.update((draft) => draft.update('taxonomies', 2, changed)).value, { ...before, weight: 7 });
});
