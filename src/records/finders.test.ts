import assert from 'node:assert/strict';
import test from 'node:test';
import { demoWorld } from '../../test/support/test-server.ts';
import { createMemoryStore, idsOf } from '../../test/support/stores.ts';
import type { Store } from '../store/store.ts';

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
for (const [id, expected] of ids) {
  test(`find with the id ${typeof id === 'string' ? JSON.stringify(id) : id} returns ${expected ? `record ${expected}` : 'undefined'}`, () => {
    assert.equal(demoStore().find('meetings', id)?.id, expected);
  });
}

test('findMany returns the existing records in the order of the ids', () => {
  assert.deepEqual(idsOf(demoStore().findMany('meetings', [4, 99, 2, 4])), [4, 2, 4]);
});

test('where returns the records with a value, and throws for an unknown index', () => {
  const store = demoStore();
  assert.deepEqual(idsOf(store.where('meetings', 'componentId', 2)), [1, 2, 3, 4]);
  assert.deepEqual(store.where('meetings', 'componentId', 99), []);
  assert.deepEqual(idsOf(store.where('taxonomies', 'parentId', null)), [1]);
  assert.throws(() => store.where('meetings', 'address', null), /meetings have no index address/);
});
