import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createTemporaryFolder, replaceInFsPromises } from '../../test/support/folders.ts';
import { recordsByKind, renameMeeting } from '../../test/support/stored-records.ts';
import { demoWorld } from '../../test/support/test-server.ts';
import { StorageError } from '../errors.ts';
import { createMemoryStore, openStore } from '../../test/support/stores.ts';
import { Store } from './store.ts';

const titleOf = (store: Store) => store.find('meetings', 1)!.title['en'];

test('frozen records do not change when the store goes on', async () => {
  const store = createMemoryStore(demoWorld);
  await renameMeeting(store, 1, 'before');
  const frozen = await store.durableTables();
  const [one, other] = [new Store(frozen), new Store(frozen)];
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
  const frozen = await store.durableTables();
  await renameMeeting(store, 1, 'two');
  await store.replace(frozen);
  assert.equal(titleOf(store), 'one');
  assert.deepEqual(readdirSync(data).toSorted(), [
    '.gitignore',
    'head',
    'journal-3',
    'locked-by',
    'snapshot-3',
    'world',
  ]);
  await renameMeeting(store, 2, 'three');
  await close();
  const again = await openStore({ data, world: demoWorld });
  assert.deepEqual(recordsByKind(again.store), recordsByKind(store));
  assert.equal(again.store.find('meetings', 2)!.title['en'], 'three');
  await again.close();
});

test('records that cannot be replaced leave the history as it was, also after the next start', async (t) => {
  const data = join(createTemporaryFolder(t), 'data');
  const errors: Error[] = [];
  const { store, close } = await openStore({ data, world: demoWorld, onError: (error) => errors.push(error) });
  const frozen = await store.durableTables();
  await renameMeeting(store, 1, 'one');
  const full = Object.assign(new Error('ENOSPC: on purpose'), { code: 'ENOSPC' });
  // The disk has room for the snapshot, and none for the journal after it.
  const restore = replaceInFsPromises(
    t,
    'open',
    (original) =>
      ((path: string, ...rest: never[]) =>
        path.includes('journal') ? Promise.reject(full) : original(path, ...rest)) as typeof original,
  );
  await assert.rejects(store.replace(frozen), (error: Error) => error instanceof StorageError && error.cause === full);
  assert.deepEqual([errors.length, titleOf(store)], [1, 'one']);
  restore();
  await renameMeeting(store, 2, 'two');
  await close();
  const again = await openStore({ data, world: demoWorld });
  assert.deepEqual([titleOf(again.store), again.store.find('meetings', 2)!.title['en']], ['one', 'two']);
  await again.close();
});
