import assert from 'node:assert/strict';
import test from 'node:test';
import { townWorld } from '../../test/support/town-server.ts';
import { createMemoryStore } from '../../test/support/stores.ts';

test('records that leave out a field with a default are found by the default', () => {
  const store = createMemoryStore(townWorld);
  assert.deepEqual(
    store.where('taxonomies', 'parentId', null).map(({ id }) => id),
    [1, 2, 3],
  );
  assert.equal(store.where('assemblies', 'parentId', null).length, 3);
});
