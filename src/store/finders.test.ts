import assert from 'node:assert/strict';
import test from 'node:test';
import { demoWorld } from '../../test/support/test-server.ts';
import { createMemoryStore } from './open.ts';
import { recordFields, idsOf } from '../../test/support/stored-records.ts';
import type { Store } from './store.ts';

const demoStore = (): Store => createMemoryStore(demoWorld);

const ids: [number | string | null, number | undefined][] = [
  [1, 1],
  ['1', 1],
  ['4', 4],
  ...[5, 0, -1, 1.5, NaN, Infinity, null].map((id): [number | null, undefined] => [id, undefined]),
  ...['5', '0', '', '-1', '+1', '1.5', '1.0', '1e0', '01', '0x1', ' 1', '1 ', '1\n', '1abc', 'abc', '\u0661'].map(
    (id): [string, undefined] => [id, undefined],
  ),
  ['99999999999999999999', undefined],
  ['__proto__', undefined],
];
for (const [id, found] of ids) {
  test(`the id ${typeof id === 'string' ? JSON.stringify(id) : id} finds ${found ? `record ${found}` : 'nothing'}`, () => {
    assert.equal(demoStore().find('meetings', id)?.id, found);
  });
}

test('several ids find the records there are, in the order asked for', () => {
  assert.deepEqual(idsOf(demoStore().findMany('meetings', [4, 99, 2, 4])), [4, 2, 4]);
});

test('only what a kind is looked up by finds records', () => {
  const store = demoStore();
  assert.deepEqual(idsOf(store.where('meetings', 'componentId', 2)), [1, 2, 3, 4]);
  assert.deepEqual(store.where('meetings', 'componentId', 99), []);
  assert.deepEqual(idsOf(store.where('taxonomies', 'parentId', null)), [1]);
  assert.throws(() => store.where('meetings', 'address', null), /meetings are not looked up by address/);
});

test('records of a group stay sorted by id, whatever joins and leaves it', () => {
  const store = demoStore();
  const move = (id: number, componentId: number) =>
    store.update((draft) => draft.update('meetings', id, { componentId }));
  const groups = () => [2, 3].map((id) => idsOf(store.where('meetings', 'componentId', id)));
  for (const id of [3, 1, 4]) move(id, 3);
  assert.deepEqual(groups(), [[2], [1, 3, 4]]);
  for (const id of [3, 1]) move(id, 2);
  assert.deepEqual(groups(), [[1, 2, 3], [4]]);
  store.update((draft) => draft.create('meetings', { ...recordFields(store, 'meetings', 2), componentId: 3 }));
  move(2, 3);
  assert.deepEqual(groups(), [
    [1, 3],
    [2, 4, 5],
  ]);
});

test('a draft is shown nowhere, until it is published', () => {
  const store = demoStore();
  const shown = () => [1, null].map((value) => idsOf(store.where('proposals', 'shownIn', value)));
  assert.deepEqual(shown(), [[1, 2], [4]]);
  store.update((draft) => draft.update('proposals', 4, { publishedAt: store.now() }));
  store.update((draft) => draft.update('proposals', 1, { publishedAt: null }));
  assert.deepEqual(shown(), [[2, 4], [1]]);
  assert.deepEqual(idsOf(store.where('proposals', 'componentId', 1)), [1, 2, 4]);
});
