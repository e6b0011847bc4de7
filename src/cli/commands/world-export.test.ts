import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { createMemoryStore, openStore, renameMeeting } from '../../../test/support/stores.ts';
import { createTemporaryFolder, isCommandError, readFolder } from '../../../test/support/folders.ts';
import { captureCommand } from '../../../test/support/process.ts';
import { townWorld } from '../../../test/support/town-server.ts';
import { worldCommand } from './world.ts';

const clock = () => Date.parse('2026-11-21T12:00:00Z');

async function createDataFolder(t: TestContext) {
  const data = join(createTemporaryFolder(t), 'data');
  const opened = await openStore({ data, world: townWorld, clock });
  await renameMeeting(opened.store, 1, 'Renamed');
  return { data, ...opened, out: join(createTemporaryFolder(t), 'world') };
}

const run = (...args: string[]) => captureCommand(worldCommand, ['export', ...args]);

test('an exported world has the records of the data folder, which is as it was', async (t) => {
  const { data, store, close, out } = await createDataFolder(t);
  const records = store.records();
  await close();
  const before = readFolder(data);
  const { code, printed } = await run('--data', data, '--out', out);
  assert.deepEqual([code, printed.length], [0, 1]);
  assert.match(printed[0]!, /has the \d{3} records of/);
  assert.deepEqual(readFolder(data), before);
  const { revocations: _, ...exported } = createMemoryStore(out, clock).records();
  const { revocations: __, ...expected } = records;
  assert.deepEqual(exported, expected);
  assert.match(readFileSync(join(out, 'meetings.json'), 'utf8'), /Renamed/);
});

test('a folder without records, that is in use, or an output folder that is not empty is refused, and nothing is written', async (t) => {
  const { data, close, out } = await createDataFolder(t);
  await assert.rejects(run('--data', data, '--out', out), isCommandError(69, 'use'));
  await close();
  const empty = join(out, '..', 'nothing');
  await assert.rejects(run('--data', empty, '--out', out), isCommandError(2, 'is not a data folder with records'));
  assert.deepEqual([existsSync(empty), existsSync(out)], [false, false]);
  const { code } = await run('--data', data, '--out', out);
  assert.equal(code, 0);
  await assert.rejects(run('--data', data, '--out', out), isCommandError(2, '--overwrite'));
  assert.equal((await run('--data', data, '--out', out, '--overwrite')).code, 0);
});

test('a damaged data folder is refused, and nothing is written', async (t) => {
  const { data, close, out } = await createDataFolder(t);
  await close();
  const database = join(data, 'db.json');
  writeFileSync(database, readFileSync(database, 'utf8').replace('Riverton', 'Liverton'));
  await assert.rejects(run('--data', data, '--out', out), isCommandError(65));
  assert.equal(existsSync(out), false);
});
