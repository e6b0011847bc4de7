import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
import { createMemoryStore, openStore } from '../../test/support/stores.ts';
import type { OpenedStore } from './data-folder.ts';
import { recordFields, recordsByKind, renameMeeting, updateDurably } from '../../test/support/stored-records.ts';
import { createWrittenFolder, editLines, journalSeqs, readLines } from '../../test/support/data-folders.ts';
import { loadSigningKey } from './signing-key.ts';

const now = Date.parse('2026-11-05T10:00:00Z');
const clock = () => now;
const newFolder = (t: TestContext): string => join(createTemporaryFolder(t), 'a', 'data');
const open = (data: string): Promise<OpenedStore> => openStore({ data, world: demoWorld, clock });
const rename = ({ store }: OpenedStore, id: number, en: string) => renameMeeting(store, id, en);

test('the first start creates the folder and loads the world', async (t) => {
  const data = newFolder(t);
  const { store, source, droppedTornLine, close } = await open(data);
  assert.deepEqual([source, droppedTornLine], ['world', false]);
  assert.deepEqual(recordsByKind(store), recordsByKind(createMemoryStore(demoWorld, clock)));
  assert.deepEqual(readdirSync(data).toSorted(), [
    '.gitignore',
    'head',
    'journal-0',
    'locked-by',
    'snapshot-0',
    'world',
  ]);
  await close();
  assert.deepEqual(readdirSync(data).toSorted(), ['.gitignore', 'head', 'journal-0', 'snapshot-0', 'world']);
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
  await first.store.updateDurably((transaction) =>
    transaction.create('meetings', recordFields(first.store, 'meetings', 2)),
  );
  await Promise.all(['a', 'b', 'c'].map((title) => rename(first, 2, title)));
  await first.store.updateDurably((transaction) =>
    transaction.create('revocations', { jti: 'x', expiresAt: now / 1000 + 60 }),
  );
  await first.close();
  const second = await openStore({ data, world: 'no such folder', clock });
  assert.deepEqual([second.source, second.droppedTornLine], ['data', false]);
  assert.deepEqual(recordsByKind(second.store), recordsByKind(first.store));
  assert.equal(second.store.find('meetings', 2)!.title['en'], 'c');
  assert.equal(second.store.highestId('meetings'), 5);
  await second.close();
});

test('the next start continues the journal', async (t) => {
  const data = await createWrittenFolder(t, 'one', 'two');
  assert.deepEqual(journalSeqs(data), [1, 2]);
  const opened = await open(data);
  await rename(opened, 1, 'three');
  await opened.close();
  assert.deepEqual(journalSeqs(data), [1, 2, 3]);
  const again = await open(data);
  assert.equal(again.store.find('meetings', 1)!.title['en'], 'three');
  await again.close();
});

test('a start without a write changes nothing', async (t) => {
  const data = await createWrittenFolder(t, 'one');
  const files = readFolder(data);
  await (await open(data)).close();
  assert.deepEqual(readFolder(data), files);
});

test('a start reports and cuts off an incomplete last line that was not acknowledged', async (t) => {
  const data = await createWrittenFolder(t, 'one', 'two');
  const journal = join(data, 'journal-0');
  const [whole, third] = [readFileSync(journal), readLines(journal)[2]!];
  for (const rest of ['0', '01234567 ', `01234567 ${JSON.stringify(third)}`]) {
    writeFileSync(journal, `${whole.toString()}${rest}`);
    const opened = await open(data);
    assert.equal(opened.droppedTornLine, true);
    assert.equal(opened.store.find('meetings', 1)!.title['en'], 'two');
    await opened.close();
    assert.deepEqual(readFileSync(journal), whole);
  }
  const opened = await open(data);
  assert.equal(opened.droppedTornLine, false);
  await opened.close();
});

test('a write that a kill left unacknowledged is read when it is complete', async (t) => {
  const data = await createWrittenFolder(t, 'one');
  const head = readFileSync(join(data, 'head'));
  const opened = await open(data);
  await rename(opened, 1, 'two');
  await opened.close();
  writeFileSync(join(data, 'head'), head);
  const again = await open(data);
  assert.equal(again.store.find('meetings', 1)!.title['en'], 'two');
  await again.close();
});

for (const [title, rest] of [
  ['before the first snapshot', ['head']],
  ['before the first journal', ['.gitignore', 'head', 'snapshot-0', 'world']],
] as const) {
  test(`a start after a crash ${title} loads the world`, async (t) => {
    const data = await createWrittenFolder(t);
    for (const name of readdirSync(data)) if (!rest.includes(name as never)) rmSync(join(data, name));
    writeFileSync(join(data, 'snapshot-0.next'), 'half of it');
    const { store, close } = await open(data);
    await close();
    assert.equal(store.all('meetings').length, 4);
    assert.deepEqual(readdirSync(data).toSorted(), ['.gitignore', 'head', 'journal-0', 'snapshot-0', 'world']);
  });
}

test('records of a version with other schemas are validated, and get the defaults of new fields', async (t) => {
  const data = await createWrittenFolder(t, 'one');
  editLines(join(data, 'snapshot-0'), ([header, ...lines]) => {
    for (const { meetings = [] } of lines) for (const meeting of meetings) delete meeting.availableSlots;
    return [{ ...header, schema: 1 }, ...lines];
  });
  const { store, close } = await open(data);
  assert.equal((store.find('meetings', 2) as AnyData).availableSlots, 0);
  await close();
});

test('only the owner can read the folder and its files', async (t) => {
  const data = newFolder(t);
  const opened = await open(data);
  await loadSigningKey(data);
  assert.equal(statSync(data).mode & 0o777, 0o700);
  for (const name of ['head', 'journal-0', 'signing-key', 'snapshot-0'])
    assert.equal(statSync(join(data, name)).mode & 0o777, 0o600, name);
  await opened.close();
});

test('a revocation survives a start whose clock is ahead', async (t) => {
  const data = newFolder(t);
  const first = await open(data);
  const revocation = { jti: 'x', expiresAt: now / 1000 + 60 };
  await first.store.updateDurably((transaction) => transaction.create('revocations', revocation));
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
  const { id } = store.update((transaction) => transaction.create('meetings', recordFields(store, 'meetings', 2)));
  assert.deepEqual([id, store.durable], [5, undefined]);
  assert.deepEqual([readFolder(world), readFolder(elsewhere)], [files, {}]);
});
