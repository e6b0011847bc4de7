import assert from 'node:assert/strict';
import fs, { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { journalSeqs } from '../../test/support/data-folders.ts';
import { createTemporaryFolder, replaceInFs } from '../../test/support/folders.ts';
import { recordFields, renameMeeting } from '../../test/support/stored-records.ts';
import { demoWorld } from '../../test/support/test-server.ts';
import { StorageError } from '../errors.ts';
import { openStore } from './open.ts';
import type { Store } from './store.ts';

async function openNewStore(t: TestContext) {
  const data = join(createTemporaryFolder(t), 'data');
  const errors: Error[] = [];
  const opened = await openStore({ data, world: demoWorld, onError: (error) => errors.push(error) });
  return { data, errors, ...opened };
}

const titleOf = (store: Store, id = 1) => store.find('meetings', id)!.title['en'];
const rename = (store: Store, en: string, id = 1) =>
  store.update((transaction) => transaction.update('meetings', id, { title: { en } }));
const create = (store: Store) =>
  store.update((transaction) => transaction.create('meetings', recordFields(store, 'meetings', 2)));

/** Holds back every sync of a journal; each returned function continues one of them, or makes it fail with an error. */
function holdSyncs(t: TestContext): ((error?: Error) => void)[] {
  const held: ((error?: Error) => void)[] = [];
  replaceInFs(
    t,
    'fdatasync',
    (original) =>
      ((fd: number, done: (error: Error | null) => void) => {
        held.push((error) => (error ? done(error) : original(fd, done)));
      }) as typeof original,
  );
  return held;
}

const failure = (code: string): Error => Object.assign(new Error(`${code}: on purpose`), { code });
/** For `assert.rejects`: what a write gets that could not be stored. */
const isStorageError = (cause: Error) => (error: unknown) => {
  assert.ok(error instanceof StorageError);
  assert.equal(error.cause, cause);
  return true;
};

test('concurrent writes are all stored in order, and share syncs', async (t) => {
  const { data, store, close } = await openNewStore(t);
  let syncs = 0;
  replaceInFs(
    t,
    'fdatasync',
    (original) =>
      ((...args: Parameters<typeof original>) => {
        syncs += 1;
        original(...args);
      }) as typeof original,
  );
  for (const expected of [1, 2]) {
    await Promise.all(Array.from({ length: 1000 }, (_, index) => renameMeeting(store, 1, `${index}`)));
    assert.equal(syncs, expected);
  }
  assert.equal(store.durable, undefined);
  await close();
  assert.deepEqual(
    journalSeqs(data),
    Array.from({ length: 2000 }, (_, index) => index + 1),
  );
});

test('writes of several sequential writers are all stored', async (t) => {
  const { data, store, close } = await openNewStore(t);
  const writer = async () => {
    for (let count = 0; count < 20; count += 1) await renameMeeting(store, 1, `${count}`);
  };
  await Promise.all(Array.from({ length: 50 }, writer));
  await close();
  assert.equal(journalSeqs(data).length, 1000);
});

test('a write is durable after a sync that began after the write', async (t) => {
  const { store, close } = await openNewStore(t);
  const held = holdSyncs(t);
  const done: string[] = [];
  const write = (title: string) => renameMeeting(store, 1, title).then(() => done.push(title));
  const first = write('first');
  while (held.length === 0) await setImmediate();
  const others = [write('second'), write('third')];
  await setImmediate();
  assert.equal(held.length, 1, 'only one sync runs at a time');
  held[0]!();
  await first;
  while (held.length === 1) await setImmediate();
  assert.deepEqual(done, ['first']);
  held[1]!();
  await Promise.all(others);
  assert.deepEqual(done, ['first', 'second', 'third']);
  await close();
});

test('the head is recorded after the sync, before a write is durable', async (t) => {
  const { data, store, close } = await openNewStore(t);
  const held = holdSyncs(t);
  const head = () => readFileSync(join(data, 'head'), 'utf8');
  const write = renameMeeting(store, 1, 'first');
  while (held.length === 0) await setImmediate();
  assert.match(head(), /"seq":0,/);
  held[0]!();
  await write;
  assert.match(head(), /"seq":1,/);
  await close();
});

test('close waits for pending writes; later ones throw and change nothing', async (t) => {
  const { data, store, close } = await openNewStore(t);
  for (const title of ['a', 'b', 'c']) rename(store, title);
  await close();
  assert.deepEqual(journalSeqs(data), [1, 2, 3]);
  assert.throws(() => rename(store, 'd'), /the journal is closed/);
  assert.equal(titleOf(store), 'c');
});

test('writes are complete in the file when the system writes them in pieces', async (t) => {
  const { data, store, close } = await openNewStore(t);
  replaceInFs(
    t,
    'writeSync',
    (original) =>
      ((fd: number, bytes: Buffer | string, from: number, length: number, position: number) =>
        typeof bytes === 'string'
          ? original(fd, bytes, from)
          : original(fd, bytes, from, Math.min(5, length), position)) as typeof original,
  );
  await Promise.all(['a', 'b', 'c'].map((title) => renameMeeting(store, 1, title)));
  await close();
  assert.deepEqual(journalSeqs(data), [1, 2, 3]);
});

test('a batch that cannot be written is undone whole; later writes are stored', async (t) => {
  const { data, errors, store, close } = await openNewStore(t);
  await renameMeeting(store, 1, 'before');
  const whole = readFileSync(join(data, 'journal-0'), 'utf8');
  const full = failure('ENOSPC');
  let calls = 0;
  const restore = replaceInFs(
    t,
    'writeSync',
    (original) =>
      ((fd: number, bytes: Buffer, from: number, _: number, position: number) => {
        if ((calls += 1) > 1) throw full;
        return original(fd, bytes, from, 5, position);
      }) as typeof original,
  );
  const highest = store.highestId('meetings');
  const counts = () => [store.all('meetings').length, store.where('meetings', 'componentId', 2).length];
  const before = counts();
  rename(store, 'lost');
  rename(store, 'lost as well', 2);
  assert.equal(create(store).id, highest + 1);
  await assert.rejects(store.durable!, isStorageError(full));
  assert.deepEqual([titleOf(store), titleOf(store, 2)], ['before', 'Member meeting']);
  assert.deepEqual(counts(), before);
  assert.equal(readFileSync(join(data, 'journal-0'), 'utf8'), whole);
  assert.deepEqual(
    errors.map(({ cause }) => cause),
    [full],
  );
  restore();
  assert.equal(create(store).id, highest + 1);
  await store.durable;
  await close();
  assert.deepEqual(journalSeqs(data), [1, 2]);
});

test('after a failed sync, the batch and what was written on top of it are undone, and nothing of it survives', async (t) => {
  const { data, store, close } = await openNewStore(t);
  await renameMeeting(store, 1, 'before');
  const held = holdSyncs(t);
  const broken = failure('EIO');
  const batch = assert.rejects(renameMeeting(store, 1, 'in the batch'), isStorageError(broken));
  while (held.length === 0) await setImmediate();
  rename(store, 'replaced in the next one');
  const next = assert.rejects(renameMeeting(store, 2, 'in the next one'), isStorageError(broken));
  assert.equal(titleOf(store, 2), 'in the next one');
  held[0]!(broken);
  // The journal is cut, and the cut is synced.
  while (held.length === 1) await setImmediate();
  held[1]!();
  await Promise.all([batch, next]);
  assert.deepEqual([titleOf(store), titleOf(store, 2)], ['before', 'Member meeting']);
  const later = renameMeeting(store, 1, 'later');
  while (held.length === 2) await setImmediate();
  held[2]!();
  await later;
  await close();
  const again = await openStore({ data, world: demoWorld });
  assert.equal(titleOf(again.store), 'later');
  await again.close();
  assert.deepEqual(journalSeqs(data), [1, 2]);
});

test('if the journal cannot even be cut, every write fails until it can', async (t) => {
  const { data, store, close } = await openNewStore(t);
  await renameMeeting(store, 1, 'before');
  const held = holdSyncs(t);
  for (const title of ['first', 'second']) {
    const count = held.length;
    const write = assert.rejects(renameMeeting(store, 1, title), StorageError);
    while (held.length === count) await setImmediate();
    // For the first write, its own sync fails, and then the one of the cut; for the second, the one of another cut.
    held.at(-1)!(failure('EIO'));
    if (title === 'first') {
      while (held.length === count + 1) await setImmediate();
      held.at(-1)!(failure('EIO'));
    }
    await write;
    assert.equal(titleOf(store), 'before');
  }
  const later = renameMeeting(store, 1, 'later');
  for (const count of [3, 4]) {
    while (held.length === count) await setImmediate();
    held[count]!();
  }
  await later;
  await close();
  assert.deepEqual(journalSeqs(data), [1, 2]);
});

test('a head that cannot be recorded undoes the batch', async (t) => {
  const { data, store, close } = await openNewStore(t);
  const broken = failure('EIO');
  const restore = replaceInFs(
    t,
    'writeSync',
    (original) =>
      ((...args: Parameters<typeof original>) => {
        if (typeof args[1] === 'string') throw broken;
        return original(...args);
      }) as typeof original,
  );
  await assert.rejects(renameMeeting(store, 1, 'lost'), isStorageError(broken));
  restore();
  await renameMeeting(store, 1, 'later');
  await close();
  assert.deepEqual(journalSeqs(data), [1]);
});

test('a folder that was deleted is noticed at the next write', async (t) => {
  const { data, errors, store, close } = await openNewStore(t);
  rmSync(data, { recursive: true });
  await assert.rejects(renameMeeting(store, 1, 'lost'), StorageError);
  assert.match(String((errors[0] as Error).cause), /journal-0 was deleted/);
  assert.equal(fs.existsSync(data), false);
  await close();
});
