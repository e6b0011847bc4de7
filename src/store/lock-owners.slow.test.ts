import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import {
  assertOpensSoon,
  inUseMessage,
  ownerArgs,
  startOwner,
  waitForLock,
} from '../../test/support/locked-folders.ts';
import { startProcess, startServer } from '../../test/support/process.ts';
import { demoWorld } from '../../test/support/test-server.ts';
import { openStore } from '../../test/support/stores.ts';

const open = (data: string) => openStore({ data, world: demoWorld });
const inUse = (data: string, pid: number) => isCommandError(69, inUseMessage(data, pid));

const namespaceArgs = ['--pid', '--net', '--fork', '--kill-child', '--mount-proc'];
const hasNamespaces = spawnSync('unshare', [...namespaceArgs, 'true']).status === 0;
const inNamespace = { skip: hasNamespaces ? false : 'unshare is not available or not permitted', timeout: 20_000 };

/** Starts Node.js with its own pid and network namespaces, as in a container. */
const startInNamespace = (t: TestContext, args: string[]) =>
  startProcess(t, 'unshare', [...namespaceArgs, process.execPath, ...args]);

test('a process that pauses keeps its folder, and one that is killed loses it', async (t) => {
  const data = createTemporaryFolder(t);
  const server = await startServer(t, data);
  process.kill(server.pid, 'SIGSTOP');
  for (let attempt = 0; attempt < 3; attempt += 1) await assert.rejects(open(data), inUse(data, server.pid));
  process.kill(server.pid, 'SIGCONT');
  assert.equal((await fetch(server.url, { method: 'POST' })).status, 415);
  await assert.rejects(open(data), inUse(data, server.pid));
  process.kill(server.pid, 'SIGSTOP');
  process.kill(server.pid, 'SIGKILL');
  await assertOpensSoon(data);
});

const noProc = existsSync('/proc/self/stat') ? false : '/proc is not available';
test('opens a folder whose killed process is still a zombie', { skip: noProc }, async (t) => {
  const data = createTemporaryFolder(t);
  // The shell becomes a process that never waits for its child.
  const args = ['-c', '"$@" & exec sleep 60', 'sh', process.execPath, ...ownerArgs(data, 'wait')];
  const pid = await waitForLock(startProcess(t, 'sh', args));
  await assert.rejects(open(data), inUse(data, pid));
  process.kill(pid, 'SIGKILL');
  const state = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)![0];
  for (let attempts = 0; state() !== 'Z' && attempts < 100; attempts += 1) await setTimeout(20);
  await assertOpensSoon(data);
  assert.equal(state(), 'Z');
});

test('rejects a folder that a process in another pid namespace has open', inNamespace, async (t) => {
  const data = createTemporaryFolder(t);
  const owner = startInNamespace(t, ownerArgs(data, 'wait'));
  const pid = await waitForLock(owner);
  await assert.rejects(open(data), inUse(data, pid));
  process.kill(-owner.child.pid!, 'SIGKILL');
  await owner.result;
  await assertOpensSoon(data);
});

test('rejects a folder whose owner blocks its event loop and has a full connection queue', async (t) => {
  const data = createTemporaryFolder(t);
  const pid = await waitForLock(startOwner(t, data, 'block'));
  const start = performance.now();
  await assert.rejects(open(data), inUse(data, pid));
  assert.ok(performance.now() - start < 2000);
  const folder = join(data, 'locked-by');
  const sockets = Array.from({ length: 1000 }, () => connect(join(folder, readdirSync(folder)[0]!)));
  for (const socket of sockets) socket.on('error', () => {});
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  const outcomes = await Promise.all(
    sockets.map((socket) =>
      once(socket, 'connect').then(
        () => 'connected',
        ({ code }: NodeJS.ErrnoException) => code,
      ),
    ),
  );
  assert.ok(outcomes.includes('EAGAIN'), 'the queue is full');
  await assert.rejects(open(data), inUse(data, pid));
});

test('a lock does not keep its process running', { timeout: 20_000 }, async (t) => {
  const data = createTemporaryFolder(t);
  const owner = startOwner(t, data, 'end');
  await waitForLock(owner);
  assert.equal((await owner.result).code, 0);
  await assertOpensSoon(data);
});
