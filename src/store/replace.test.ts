import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { recordsByKind, renameMeeting } from '../../test/support/stored-records.ts';
import { demoWorld } from '../../test/support/test-server.ts';
import { createMemoryStore, openStore } from './open.ts';
import { Store } from './store.ts';

const titleOf = (store: Store) => store.find('meetings', 1)!.title['en'];

test('frozen records do not change when the store goes on', async () => {
  const store = createMemoryStore(demoWorld);
  await renameMeeting(store, 1, 'before');
  const frozen = await store.freeze();
  const [one, other] = [new Store(frozen.layer()), new Store(frozen.layer())];
  await renameMeeting(store, 1, 'after');
  await renameMeeting(one, 1, 'elsewhere');
  assert.deepEqual([store, one, other].map(titleOf), ['after', 'elsewhere', 'before']);
  await store.replace(frozen);
  assert.equal(titleOf(store), 'before');
});

test('records that were replaced are durable, and so are later writes', async (t) => {
  const data = join(createTemporaryFolder(t), 'data');
  const { store, close } = await openStore({ data, world: demoWorld });
  await renameMeeting(store, 1, 'one');
  const frozen = await store.freeze();
  await renameMeeting(store, 1, 'two');
  await store.replace(frozen);
  assert.equal(titleOf(store), 'one');
  assert.deepEqual(readdirSync(data).toSorted(), ['head', 'journal-3', 'locked-by', 'snapshot-3']);
  await renameMeeting(store, 2, 'three');
  await close();
  const again = await openStore({ data, world: demoWorld });
  assert.deepEqual(recordsByKind(again.store), recordsByKind(store));
  assert.equal(again.store.find('meetings', 2)!.title['en'], 'three');
  await again.close();
});
