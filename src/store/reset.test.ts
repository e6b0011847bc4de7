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
import { recordsByKind } from '../../test/support/stored-records.ts';
import { readJournal } from './journal.ts';
import { createMemoryStore, openStore, resetDataFolder } from './open.ts';
import type { Store } from './store.ts';

const clock = () => Date.parse('2026-11-05T10:00:00Z');
const optionsFor = (data: string) => ({ data, world: demoWorld, clock });
const rename = (store: Store, en: string) =>
  store.update((transaction) => transaction.update('meetings', 1, { title: { en } })).durable;

/** Creates a data folder with a write, a revoked token and a signing key. */
async function createUsedFolder(t: TestContext): Promise<string> {
  const data = createTemporaryFolder(t);
  const { store, close } = await openStore(optionsFor(data));
  await rename(store, 'Changed');
  await store.update((transaction) => transaction.create('revocations', { jti: 'x', expiresAt: clock() / 1000 + 60 }))
    .durable;
  await close();
  writeFileSync(join(data, 'signing-key'), 'a key');
  return data;
}

async function assertReset(data: string): Promise<void> {
  assert.equal(existsSync(join(data, 'signing-key')), false);
  const { store, source, close } = await openStore(optionsFor(data));
  assert.equal(source, 'data');
  assert.deepEqual(recordsByKind(store), recordsByKind(createMemoryStore(demoWorld, clock)));
  await rename(store, 'After the reset');
  await close();
  const again = await openStore(optionsFor(data));
  assert.equal(again.store.find('meetings', 1)!.title['en'], 'After the reset');
  await again.close();
}

test('a reset restores the world and makes every token invalid', async (t) => {
  const data = await createUsedFolder(t);
  await resetDataFolder(optionsFor(data));
  await assertReset(data);
});

test('a reset creates a missing folder', async (t) => {
  const data = join(createTemporaryFolder(t), 'a', 'data');
  await resetDataFolder(optionsFor(data));
  await assertReset(data);
});

const damages: [string, string, string][] = [
  ['a damaged journal', 'journal', 'wrong\n'],
  ['an incomplete journal', 'journal', 'torn'],
  ['a snapshot that is not JSON', 'snapshot.json', '{'],
  ['a snapshot of another version', 'snapshot.json', '{"version":2}'],
];
for (const [title, file, text] of damages) {
  test(`a reset restores the world in spite of ${title}`, async (t) => {
    const data = await createUsedFolder(t);
    writeFileSync(join(data, file), text);
    await resetDataFolder(optionsFor(data));
    await assertReset(data);
  });
}

test('a start after a reset does not replay the old journal if a crash left it', async (t) => {
  const data = await createUsedFolder(t);
  const journal = readFileSync(join(data, 'journal'));
  assert.equal(readJournal(join(data, 'journal')).entries.length, 2);
  await resetDataFolder(optionsFor(data));
  writeFileSync(join(data, 'journal'), journal);
  await assertReset(data);
});

test('a reset fails with 2 for a world with a problem, and changes nothing', async (t) => {
  const data = await createUsedFolder(t);
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
