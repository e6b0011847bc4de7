import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import { syncFolder } from './data-files.ts';
import { lockFolder } from './lock.ts';
import { lockWithPipe, pipeFor } from './pipe-lock.ts';

test('on Windows, the lock is a named pipe, the same for each way to write the folder', async (t) => {
  const parent = createTemporaryFolder(t);
  const folder = join(parent, 'Data');
  for (const name of ['Data', 'data']) mkdirSync(join(parent, name), { recursive: true });
  symlinkSync(folder, join(parent, 'link'));
  assert.match(pipeFor(folder), /^\\\\\.\\pipe\\plenum-[0-9a-f]{32}$/);
  for (const same of [`${folder}/../Data/.`, join(parent, 'link'), join(parent, 'data')])
    assert.equal(pipeFor(same), pipeFor(folder), same);
  assert.notEqual(pipeFor(parent), pipeFor(folder));
  const locked: string[] = [];
  await lockFolder(folder, 'win32', async (each) => {
    locked.push(each);
    return () => {};
  });
  assert.deepEqual(locked, [folder]);
  // Elsewhere it is a socket in the folder.
  (await lockFolder(folder, 'linux', () => assert.fail('a pipe')))();
});

test('one process has the lock of a pipe, which names it', async (t) => {
  const folder = createTemporaryFolder(t);
  // A socket stands for the pipe: Node has the same functions for both.
  const pipe = join(folder, 'pipe');
  const unlock = await lockWithPipe(folder, pipe);
  await assert.rejects(
    lockWithPipe(folder, pipe),
    isCommandError(69, `${folder} is in use by the plenum process ${process.pid}; stop it`),
  );
  unlock();
  (await lockWithPipe(folder, pipe))();
});

test('on Windows, folders are not opened to sync them', async (t) => {
  const folder = createTemporaryFolder(t);
  await syncFolder(join(folder, 'missing'), 'win32');
  await assert.rejects(syncFolder(join(folder, 'missing'), 'linux'), { code: 'ENOENT' });
});
