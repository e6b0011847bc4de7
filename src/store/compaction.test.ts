import assert from 'node:assert/strict';
import fs, { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { createTemporaryFolder, replaceInFsPromises } from '../../test/support/folders.ts';
import { recordsByKind, renameMeeting } from '../../test/support/stored-records.ts';
import { demoWorld } from '../../test/support/test-server.ts';
import { openStore } from './open.ts';

const maxJournalBytes = 20_000;
const newFolder = (t: TestContext): string => join(createTemporaryFolder(t), 'data');
const open = (data: string, onError?: (error: Error) => void) =>
  openStore({ data, world: demoWorld, maxJournalBytes, onError });
// A snapshot may get its name between the listing and the look at its size.
const sizeOf = (data: string): number =>
  readdirSync(data).reduce((sum, name) => sum + (statSync(join(data, name), { throwIfNoEntry: false })?.size ?? 0), 0);

/** Files that every data folder has. */
const constant = new Set(['.gitignore', 'locked-by', 'world']);

/** Waits until a folder has one snapshot only, and returns the names of its files. */
async function filesAfterCompaction(data: string): Promise<string[]> {
  for (;;) {
    const names = readdirSync(data).filter((name) => !constant.has(name));
    if (names.length === 3 && !names.includes('snapshot-0')) return names.toSorted();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

test('a long journal is replaced by a snapshot while writes go on, and nothing is lost', async (t) => {
  const data = newFolder(t);
  const { store, close } = await open(data);
  let largest = 0;
  for (let count = 1; count <= 5000; count += 1) {
    store.update((transaction) => transaction.update('meetings', 1, { title: { en: `title ${count}` } }));
    if (count % 20 === 0) {
      await store.durable;
      largest = Math.max(largest, sizeOf(data));
    }
  }
  await close();
  // Without snapshots, the journal alone would have 5 MB.
  assert.ok(largest < 1_500_000, `${largest} bytes`);
  const again = await open(data);
  assert.deepEqual(recordsByKind(again.store), recordsByKind(store));
  assert.equal(again.store.find('meetings', 1)!.title['en'], 'title 5000');
  await again.close();
});

test('a snapshot has the writes before it only, and the new journal those after it', async (t) => {
  const data = newFolder(t);
  const { store, close } = await open(data);
  let count = 0;
  const writer = async () => {
    while (count < 500) await renameMeeting(store, 1 + (count % 4), `title ${(count += 1)}`);
  };
  await Promise.all(Array.from({ length: 20 }, writer));
  await filesAfterCompaction(data);
  await close();
  const again = await open(data);
  assert.deepEqual(recordsByKind(again.store), recordsByKind(store));
  await again.close();
});

test('a start after a crash at any point of a compaction reads every write', async (t) => {
  const data = newFolder(t);
  const { store, close } = await open(data);
  const copies: [string, string][] = [];
  const copyAround =
    <F extends (...args: never[]) => Promise<unknown>>(original: F) =>
    async (...args: Parameters<F>) => {
      const copy = (when: string) => {
        const target = newFolder(t);
        fs.cpSync(data, target, { recursive: true, filter: (file) => !file.includes('locked-by') });
        copies.push([`${when} ${args.join(' ')}`, target]);
      };
      copy('before');
      const result = await original(...args);
      copy('after');
      return result;
    };
  const restores = [
    replaceInFsPromises(t, 'open', (original) => copyAround(original) as typeof original),
    replaceInFsPromises(t, 'rename', (original) => copyAround(original) as typeof original),
    replaceInFsPromises(t, 'rm', (original) => copyAround(original) as typeof original),
  ];
  let count = 0;
  while (copies.length === 0) await renameMeeting(store, 1, `title ${(count += 1)}`);
  await filesAfterCompaction(data);
  for (const restore of restores) restore();
  await close();
  assert.ok(copies.length >= 14, `${copies.length} copies`);
  for (const [title, copy] of copies) {
    const again = await open(copy);
    // The write that began the compaction is acknowledged before it.
    assert.equal(again.store.find('meetings', 1)!.title['en'], `title ${count}`, title);
    await renameMeeting(again.store, 2, 'Later');
    await again.close();
    const third = await open(copy);
    assert.equal(third.store.find('meetings', 2)!.title['en'], 'Later', title);
    await third.close();
    assert.ok(!readdirSync(copy).some((name) => name.endsWith('.next')), title);
  }
});

test('a snapshot that cannot be written is reported; writes go on, and another one follows', async (t) => {
  const data = newFolder(t);
  const errors: Error[] = [];
  const { store, close } = await open(data, (error) => errors.push(error));
  const full = Object.assign(new Error('ENOSPC: on purpose'), { code: 'ENOSPC' });
  const restore = replaceInFsPromises(
    t,
    'open',
    (original) =>
      ((path: string, ...rest: never[]) =>
        path.includes('snapshot') ? Promise.reject(full) : original(path, ...rest)) as typeof original,
  );
  let count = 0;
  while (errors.length === 0) await renameMeeting(store, 1, `title ${(count += 1)}`);
  assert.equal(errors[0]!.cause, full);
  restore();
  const seqs = new Set<string>();
  while (seqs.size < 2) {
    await renameMeeting(store, 1, `title ${(count += 1)}`);
    for (const name of readdirSync(data)) if (/^snapshot-\d+$/.test(name)) seqs.add(name);
  }
  await close();
  const again = await open(data);
  assert.equal(again.store.find('meetings', 1)!.title['en'], `title ${count}`);
  await again.close();
});

test('a folder that cannot be synced leaves no new journal behind, and nothing is lost', async (t) => {
  const data = newFolder(t);
  const errors: Error[] = [];
  const { store, close } = await open(data, (error) => errors.push(error));
  const broken = Object.assign(new Error('EIO: on purpose'), { code: 'EIO' });
  const restore = replaceInFsPromises(
    t,
    'open',
    (original) =>
      ((path: string, ...rest: never[]) =>
        path === data ? Promise.reject(broken) : original(path, ...rest)) as typeof original,
  );
  let count = 0;
  while (errors.length === 0) await renameMeeting(store, 1, `title ${(count += 1)}`);
  assert.equal(errors[0]!.cause, broken);
  restore();
  await renameMeeting(store, 1, `title ${(count += 1)}`);
  await close();
  const again = await open(data);
  assert.equal(again.store.find('meetings', 1)!.title['en'], `title ${count}`);
  await again.close();
});

test('close gives up an unfinished snapshot; the next start has every write', async (t) => {
  const data = newFolder(t);
  const { store, close } = await open(data);
  let count = 0;
  while (!readdirSync(data).some((name) => /^journal-[1-9]/.test(name)))
    await renameMeeting(store, 1, `${(count += 1)}`);
  await close();
  assert.deepEqual(
    readdirSync(data).filter((name) => name.endsWith('.next')),
    [],
  );
  const again = await open(data);
  assert.equal(again.store.find('meetings', 1)!.title['en'], `${count}`);
  await again.close();
});

test('the number of files stays small', async (t) => {
  const data = newFolder(t);
  const { store, close } = await open(data);
  for (let count = 0; count < 1000; count += 1) {
    await renameMeeting(store, 1, `title ${count}`);
    const names = readdirSync(data).filter((name) => !constant.has(name));
    assert.ok(names.length <= 6, names.join(' '));
  }
  await close();
  assert.ok(readFileSync(join(data, 'head'), 'utf8').includes('"seq":1000,'));
});
