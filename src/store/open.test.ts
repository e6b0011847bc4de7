import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { type AnyData, demoWorld } from '../../test/support/test-server.ts';
import {
  isCommandError,
  readFolder,
  copyDemoWorld,
  editWorld,
  createTemporaryFolder,
} from '../../test/support/folders.ts';
import { readJournal } from './journal.ts';
import { type OpenedStore, createMemoryStore, openStore } from './open.ts';
import { recordFields, recordsByKind } from '../../test/support/stored-records.ts';

const now = Date.parse('2026-11-05T10:00:00Z');
const clock = () => now;
const newFolder = (t: TestContext): string => join(createTemporaryFolder(t), 'a', 'data');
const open = (data: string): Promise<OpenedStore> => openStore({ data, world: demoWorld, clock });
const readSnapshot = (data: string): AnyData => JSON.parse(readFileSync(join(data, 'snapshot.json'), 'utf8'));
const journalSeqs = (data: string) => readJournal(join(data, 'journal')).entries.map(({ seq }) => seq);
const rename = ({ store }: OpenedStore, id: number, en: string) =>
  store.update((transaction) => transaction.update('meetings', id, { title: { en } })).durable;

/** Creates a data folder with one write for each title, and closes it. */
async function createWrittenFolder(t: TestContext, ...titles: string[]): Promise<string> {
  const data = newFolder(t);
  const opened = await open(data);
  for (const title of titles) await rename(opened, 1, title);
  await opened.close();
  return data;
}

test('the first start creates the folder and loads the world', async (t) => {
  const data = newFolder(t);
  const { store, source, droppedTornLine, close } = await open(data);
  assert.deepEqual([source, droppedTornLine], ['world', false]);
  assert.deepEqual(recordsByKind(store), recordsByKind(createMemoryStore(demoWorld, clock)));
  assert.deepEqual(readdirSync(data).toSorted(), ['journal', 'locked-by', 'snapshot.json']);
  assert.equal(readSnapshot(data).seq, 0);
  await close();
  assert.deepEqual(readdirSync(data).toSorted(), ['journal', 'snapshot.json']);
});

test('the first start fails with 2 for a world with a problem, and creates no folder', async (t) => {
  const data = newFolder(t);
  const world = copyDemoWorld(t);
  editWorld(world, 'meetings', (records) => records.push({ id: 1 }));
  await assert.rejects(
    openStore({ data, world }),
    isCommandError(2, `${world}/meetings.json: record 5 (id 1): an earlier record has the same id`),
  );
  assert.equal(existsSync(data), false);
});

test('the next start reads every acknowledged write and does not load the world', async (t) => {
  const data = newFolder(t);
  const first = await open(data);
  await rename(first, 1, 'Changed');
  await first.store.update((transaction) => transaction.create('meetings', recordFields(first.store, 'meetings', 2)))
    .durable;
  await Promise.all(['a', 'b', 'c'].map((title) => rename(first, 2, title)));
  await first.store.update((transaction) => transaction.create('revocations', { jti: 'x', expiresAt: now / 1000 + 60 }))
    .durable;
  await first.close();
  const second = await openStore({ data, world: 'no such folder', clock });
  assert.deepEqual([second.source, second.droppedTornLine], ['data', false]);
  assert.deepEqual(recordsByKind(second.store), recordsByKind(first.store));
  assert.equal(second.store.find('meetings', 2)!.title['en'], 'c');
  assert.equal(second.store.highestId('meetings'), 5);
  await second.close();
});

test('the next start moves the journal into the snapshot and continues the sequence numbers', async (t) => {
  const data = await createWrittenFolder(t, 'one', 'two');
  assert.deepEqual(journalSeqs(data), [1, 2]);
  const opened = await open(data);
  assert.equal(readSnapshot(data).seq, 2);
  assert.deepEqual(readSnapshot(data).records.meetings[0].title, { en: 'two' });
  assert.deepEqual(journalSeqs(data), []);
  await rename(opened, 1, 'three');
  await opened.close();
  assert.deepEqual(journalSeqs(data), [3]);
  const again = await open(data);
  assert.equal(again.store.find('meetings', 1)!.title['en'], 'three');
  await again.close();
});

test('a start with an empty journal does not change the snapshot', async (t) => {
  const data = await createWrittenFolder(t);
  const files = readFolder(data);
  await (await open(data)).close();
  assert.deepEqual(readFolder(data), files);
});

test('a start after a crash between writing the snapshot and emptying the journal loses nothing', async (t) => {
  const data = await createWrittenFolder(t, 'one', 'two');
  const journal = readFileSync(join(data, 'journal'));
  await (await open(data)).close();
  writeFileSync(join(data, 'journal'), journal);
  const opened = await open(data);
  assert.equal(opened.store.find('meetings', 1)!.title['en'], 'two');
  assert.equal(opened.source, 'data');
  await rename(opened, 1, 'three');
  await opened.close();
  assert.deepEqual(journalSeqs(data), [3]);
});

test('a start reports and drops an incomplete last line of the journal', async (t) => {
  const data = await createWrittenFolder(t, 'one', 'two');
  const whole = readFileSync(join(data, 'journal'));
  writeFileSync(join(data, 'journal'), whole.subarray(0, -7));
  const opened = await open(data);
  assert.equal(opened.droppedTornLine, true);
  assert.equal(opened.store.find('meetings', 1)!.title['en'], 'one');
  await rename(opened, 1, 'two again');
  await opened.close();
  const again = await open(data);
  assert.deepEqual([again.droppedTornLine, again.store.find('meetings', 1)!.title['en']], [false, 'two again']);
  await again.close();
});

test('a revocation survives a start whose clock is ahead', async (t) => {
  const data = newFolder(t);
  const first = await open(data);
  const revocation = { jti: 'x', expiresAt: now / 1000 + 60 };
  await first.store.update((transaction) => transaction.create('revocations', revocation)).durable;
  await first.close();
  const tenYearsMs = 10 * 365 * 86_400_000;
  await (await openStore({ data, world: demoWorld, clock: () => now + tenYearsMs })).close();
  const third = await open(data);
  assert.deepEqual(third.store.all('revocations'), [{ id: 1, ...revocation }]);
  await third.close();
});

test('a memory store writes no files', (t) => {
  const [world, here, elsewhere] = [copyDemoWorld(t), process.cwd(), createTemporaryFolder(t)];
  const files = readFolder(world);
  process.chdir(elsewhere);
  t.after(() => process.chdir(here));
  const store = createMemoryStore(world, clock);
  const { value, durable } = store.update((transaction) =>
    transaction.create('meetings', recordFields(store, 'meetings', 2)),
  );
  assert.deepEqual([value.id, durable], [5, undefined]);
  assert.deepEqual([readFolder(world), readFolder(elsewhere)], [files, {}]);
});
