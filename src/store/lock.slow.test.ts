import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createTemporaryFolder, isCommandError, readFolder } from '../../test/support/folders.ts';
import {
  assertOpensSoon,
  createDeadLock,
  inUseMessage,
  startOwner,
  waitForLock,
} from '../../test/support/locked-folders.ts';
import { startServer } from '../../test/support/process.ts';
import { demoWorld } from '../../test/support/test-server.ts';
import { openStore } from '../../test/support/stores.ts';

const open = (data: string) => openStore({ data, world: demoWorld });
const reset = (data: string) => openStore({ data, world: demoWorld, reset: true });
const inUse = (data: string, pid: number) => isCommandError(69, inUseMessage(data, pid));
const filesIn = (data: string) => readdirSync(data).toSorted();

test('rejects a folder that this process has open', async (t) => {
  const data = createTemporaryFolder(t);
  const { close } = await open(data);
  const files = readFolder(data);
  await assert.rejects(open(data), inUse(data, process.pid));
  await assert.rejects(reset(data), inUse(data, process.pid));
  assert.deepEqual(readFolder(data), files);
  await close();
  await assertOpensSoon(data);
});

test('rejects a folder that another process has open, until that process is killed', async (t) => {
  const data = createTemporaryFolder(t);
  const server = await startServer(t, data);
  const files = readFolder(data);
  await assert.rejects(open(data), inUse(data, server.pid));
  await assert.rejects(reset(data), inUse(data, server.pid));
  assert.deepEqual(readFolder(data), files);
  await assert.rejects(startServer(t, data), new RegExp(`ended with 69: .*process ${server.pid} on `));
  await server.kill();
  assert.deepEqual(readFolder(data), files, 'a killed process leaves its lock');
  await assertOpensSoon(data);
  assert.deepEqual(filesIn(data), ['.gitignore', 'db.json', 'journal.jsonl']);
});

test('locks a folder with a long path, and leaves nothing in the temporary folder', async (t) => {
  const [base, temporary] = [createTemporaryFolder(t), createTemporaryFolder(t)];
  for (const length of [60, 250]) {
    const data = join(base, 'd'.repeat(length), 'e'.repeat(length - 30));
    mkdirSync(data, { recursive: true });
    const owner = startOwner(t, data, 'wait', { TMPDIR: temporary });
    const pid = await waitForLock(owner);
    await assert.rejects(open(data), inUse(data, pid));
    assert.deepEqual(
      readdirSync(temporary).filter((name) => name.startsWith('plenum-')),
      [],
    );
    owner.child.kill('SIGKILL');
    await owner.result;
    await assertOpensSoon(data);
    assert.deepEqual(filesIn(data), ['.gitignore', 'db.json', 'journal.jsonl']);
  }
});

test('takes over the lock of a killed process, and removes leftovers', async (t) => {
  const data = createTemporaryFolder(t);
  await (await open(data)).close();
  await createDeadLock(data);
  mkdirSync(join(data, 'locked-by.aB3dE9'));
  writeFileSync(join(data, 'locked-by.aB3dE9/7@host.aB3dE9'), 'not a socket');
  for (const file of ['lock.md', 'lockers', 'notes']) writeFileSync(join(data, file), 'not a lock');
  const { close } = await open(data);
  assert.deepEqual(filesIn(data), [
    '.gitignore',
    'db.json',
    'journal.jsonl',
    'lock.md',
    'locked-by',
    'lockers',
    'notes',
  ]);
  assert.match(readdirSync(join(data, 'locked-by')).join(), new RegExp(`^${process.pid}@.+\\.\\w{6}$`));
  await close();
  assert.deepEqual(filesIn(data), ['.gitignore', 'db.json', 'journal.jsonl', 'lock.md', 'lockers', 'notes']);
});

test('rejects a file in place of the folder', async (t) => {
  const data = join(createTemporaryFolder(t), 'data');
  writeFileSync(data, 'a file');
  for (const folder of [data, join(data, 'below')]) {
    const rejected = isCommandError(69, `the data folder ${folder} cannot be used: `, /EEXIST|ENOTDIR/);
    await assert.rejects(open(folder), rejected);
    await assert.rejects(reset(folder), rejected);
  }
  assert.equal(readFileSync(data, 'utf8'), 'a file');
});
