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
import { recordsByKind, renameMeeting, updateDurably } from '../../test/support/stored-records.ts';
import { journalSeqs } from '../../test/support/data-folders.ts';
import { loadSigningKey } from './signing-key.ts';
import { createMemoryStore, openStore } from '../../test/support/stores.ts';
import { resetDataFolder } from './reset.ts';

const clock = () => Date.parse('2026-11-05T10:00:00Z');
const optionsFor = (data: string) => ({ data, world: demoWorld, clock });
/** Creates a data folder with a write, a revoked token and a signing key. */
async function createUsedFolder(t: TestContext): Promise<string> {
  const data = createTemporaryFolder(t);
  const { store, close } = await openStore(optionsFor(data));
  await renameMeeting(store, 1, 'Changed');
  await store.updateDurably((transaction) =>
    transaction.create('revocations', { jti: 'x', expiresAt: clock() / 1000 + 60 }),
  );
  await close();
  await loadSigningKey(data);
  return data;
}

async function assertReset(data: string): Promise<void> {
  assert.equal(existsSync(join(data, 'signing-key')), false);
  const { store, source, close } = await openStore(optionsFor(data));
  assert.equal(source, 'data');
  assert.deepEqual(recordsByKind(store), recordsByKind(createMemoryStore(demoWorld, clock)));
  await renameMeeting(store, 1, 'After the reset');
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
  ['a damaged journal', 'journal-0', 'wrong\n'],
  ['a journal that is cut', 'journal-0', ''],
  ['a damaged snapshot', 'snapshot-0', '{'],
  ['a damaged head', 'head', 'wrong\n'],
  ['a damaged signing key', 'signing-key', ''],
];
for (const [title, file, text] of damages) {
  test(`a reset restores the world in spite of ${title}`, async (t) => {
    const data = await createUsedFolder(t);
    writeFileSync(join(data, file), text);
    await resetDataFolder(optionsFor(data));
    await assertReset(data);
  });
}

test('a start after a reset does not use the older files if a crash left them', async (t) => {
  const data = await createUsedFolder(t);
  const older = ['journal-0', 'snapshot-0', 'head'].map((name) => [name, readFileSync(join(data, name))] as const);
  assert.deepEqual(journalSeqs(data), [1, 2]);
  await resetDataFolder(optionsFor(data));
  for (const [name, bytes] of older) writeFileSync(join(data, name), bytes);
  await assertReset(data);
  assert.equal(existsSync(join(data, 'snapshot-0')), false);
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
      `${world}/proposals.json: record 1 (id 1): authorIds.0: there is no such record in users: 4 (and 9 more`,
    ),
  );
  assert.deepEqual(readFolder(data), files);
});
