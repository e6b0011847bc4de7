import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { demoWorld } from '../../test/support/test-server.ts';
import {
  isCommandError,
  readFolder,
  copyDemoWorld,
  editWorld,
  createTemporaryFolder,
} from '../../test/support/folders.ts';
import { readJournal } from './journal.ts';
import { createMemoryStore, openStore, resetDataFolder } from './open.ts';
import { kindNames } from './kinds.ts';
import type { Store } from './store.ts';

const clock = () => Date.parse('2026-11-05T10:00:00Z');
const optionsFor = (data: string) => ({ data, world: demoWorld, clock });
const recordsOf = (store: Store) => kindNames.map((kind) => [kind, store.all(kind)]);
const rename = (store: Store, en: string) =>
  store.update((draft) => draft.update('meetings', 1, { title: { en } })).durable;

/** A folder with a write, a revoked token and a signing key. */
async function usedFolder(t: TestContext): Promise<string> {
  const data = createTemporaryFolder(t);
  const { store, close } = await openStore(optionsFor(data));
  await rename(store, 'Changed');
  await store.update((draft) => draft.create('revocations', { jti: 'x', expiresAt: clock() / 1000 + 60 })).durable;
  await close();
  writeFileSync(join(data, 'signing-key'), 'a key');
  return data;
}

async function assertWorld(data: string): Promise<void> {
  assert.equal(existsSync(join(data, 'signing-key')), false);
  const { store, source, close } = await openStore(optionsFor(data));
  assert.equal(source, 'data');
  assert.deepEqual(recordsOf(store), recordsOf(createMemoryStore(demoWorld, clock)));
  await rename(store, 'After the reset');
  await close();
  const again = await openStore(optionsFor(data));
  assert.equal(again.store.find('meetings', 1)!.title['en'], 'After the reset');
  await again.close();
}

test('a reset puts the world back and ends every token', async (t) => {
  const data = await usedFolder(t);
  await resetDataFolder(optionsFor(data));
  await assertWorld(data);
});

test('a reset makes a folder that is not there', async (t) => {
  const data = join(createTemporaryFolder(t), 'a', 'data');
  await resetDataFolder(optionsFor(data));
  await assertWorld(data);
});

const damages: [string, string, string][] = [
  ['a journal that is damaged', 'journal', 'wrong\n'],
  ['a journal that is torn', 'journal', 'torn'],
  ['a snapshot that is not JSON', 'snapshot.json', '{'],
  ['a snapshot of another version', 'snapshot.json', '{"version":2}'],
];
for (const [what, file, text] of damages) {
  test(`a reset puts the world back over ${what}`, async (t) => {
    const data = await usedFolder(t);
    writeFileSync(join(data, file), text);
    await resetDataFolder(optionsFor(data));
    await assertWorld(data);
  });
}

test('a journal that a crash leaves after a reset is not replayed', async (t) => {
  const data = await usedFolder(t);
  const journal = readFileSync(join(data, 'journal'));
  assert.equal(readJournal(join(data, 'journal')).entries.length, 2);
  await resetDataFolder(optionsFor(data));
  writeFileSync(join(data, 'journal'), journal);
  await assertWorld(data);
});

test('a world with a problem stops a reset, and nothing is changed', async (t) => {
  const data = await usedFolder(t);
  const files = readFolder(data);
  const world = copyDemoWorld(t);
  editWorld(world, 'users', (records) => records.pop());
  await assert.rejects(
    resetDataFolder({ data, world, clock }),
    isCommandError(
      2,
      `${world}/proposals.json: record 1 (id 1): authorIds.0: there is no such record in users: 4 (and 4 more`,
    ),
  );
  assert.deepEqual(readFolder(data), files);
});
