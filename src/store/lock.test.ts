import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDeadLock, createTemporaryFolder, isCommandError, readFolder } from '../../test/support/folders.ts';
import { type RunningProcess, startProcess } from '../../test/support/process.ts';
import { startServer } from '../../test/support/server-process.ts';
import { demoWorld } from '../../test/support/test-server.ts';
import { openStore, resetDataFolder } from './open.ts';

const open = (data: string) => openStore({ data, world: demoWorld });
const reset = (data: string) => resetDataFolder({ data, world: demoWorld });
const inUseMessage = (data: string, pid: number) =>
  `${data} is in use by the plenum process ${pid}; stop it, or choose another folder with --data`;
const inUse = (data: string, pid: number) => isCommandError(69, inUseMessage(data, pid));
const filesIn = (data: string) => readdirSync(data).toSorted();

/** Opens and closes the store; fails if this takes two seconds. */
async function assertOpensSoon(data: string): Promise<void> {
  const start = performance.now();
  const { close } = await open(data);
  const elapsedMs = performance.now() - start;
  await close();
  assert.ok(elapsedMs < 2000, `${elapsedMs} ms`);
}

const holderScript = fileURLToPath(new URL('../../test/support/lock-holder.ts', import.meta.url));
const holderArgs = (data: string, next: 'wait' | 'block' | 'end') => ['--import', 'tsx', holderScript, data, next];

const startHolder = (t: TestContext, data: string, next: 'wait' | 'block' | 'end' = 'wait', environment = {}) =>
  startProcess(t, process.execPath, holderArgs(data, next), environment);

/** The pid that a holder prints once it has the lock. In another pid namespace, it differs from the pid here. */
const waitForLock = async (holder: RunningProcess): Promise<number> =>
  Number((await holder.waitForOutput('stdout', /^locked (\d+)\n/))[1]);

const namespaceArgs = ['--pid', '--net', '--fork', '--kill-child', '--mount-proc'];
const hasNamespaces = spawnSync('unshare', [...namespaceArgs, 'true']).status === 0;
const inNamespace = { skip: hasNamespaces ? false : 'unshare is not available or not permitted', timeout: 20_000 };

/** Starts Node.js with pid and network namespaces of its own, as in a container. */
const startInNamespace = (t: TestContext, args: string[]) =>
  startProcess(t, 'unshare', [...namespaceArgs, process.execPath, ...args]);

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
  await assert.rejects(startServer(t, data), new RegExp(`ended with 69: .*process ${server.pid};`));
  await server.kill();
  assert.deepEqual(readFolder(data), files, 'a killed process leaves its lock');
  await assertOpensSoon(data);
  assert.deepEqual(filesIn(data), ['journal', 'signing-key', 'snapshot.json']);
});

test('accepts a restart right after SIGKILL', async (t) => {
  const data = createTemporaryFolder(t);
  const server = await startServer(t, data);
  process.kill(server.pid, 'SIGKILL');
  await assertOpensSoon(data);
});

const noProc = existsSync('/proc/self/stat') ? false : '/proc is not available';
test('opens a folder whose killed process is still a zombie', { skip: noProc }, async (t) => {
  const data = createTemporaryFolder(t);
  // The shell becomes a process that never waits for its child.
  const args = ['-c', '"$@" & exec sleep 60', 'sh', process.execPath, ...holderArgs(data, 'wait')];
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
  const holder = startInNamespace(t, holderArgs(data, 'wait'));
  const pid = await waitForLock(holder);
  await assert.rejects(open(data), inUse(data, pid));
  process.kill(-holder.child.pid!, 'SIGKILL');
  await holder.result;
  await assertOpensSoon(data);
});

test('exits with 69 in another pid namespace while the folder is open here', inNamespace, async (t) => {
  const data = createTemporaryFolder(t);
  const { close } = await open(data);
  const serve = ['--import', 'tsx', 'src/cli/main.ts', 'serve', '--port', '0', '--data', data];
  const { code, stderr } = await startInNamespace(t, serve).result;
  assert.deepEqual([code, stderr], [69, `plenum: ${inUseMessage(data, process.pid)}\n`]);
  await close();
});

test('rejects a folder whose process blocks its event loop, even when no more connections fit into its queue', async (t) => {
  const data = createTemporaryFolder(t);
  const pid = await waitForLock(startHolder(t, data, 'block'));
  const start = performance.now();
  await assert.rejects(open(data), inUse(data, pid));
  assert.ok(performance.now() - start < 2000);
  const folder = join(data, 'locked-by');
  const sockets = Array.from({ length: 1000 }, () => connect(join(folder, readdirSync(folder)[0]!)));
  for (const socket of sockets) socket.on('error', () => {});
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  const outcomes = await Promise.all(
    sockets.map((socket: Socket) =>
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
  const holder = startHolder(t, data, 'end');
  await waitForLock(holder);
  assert.equal((await holder.result).code, 0);
  await assertOpensSoon(data);
});

test('locks a folder with a path that is too long for a socket, and leaves nothing in the temporary folder', async (t) => {
  const [base, temporary] = [createTemporaryFolder(t), createTemporaryFolder(t)];
  for (const length of [40, 60, 80, 250]) {
    const data = join(base, 'd'.repeat(length), 'e'.repeat(length - 30));
    mkdirSync(data, { recursive: true });
    const holder = startHolder(t, data, 'wait', { TMPDIR: temporary });
    const pid = await waitForLock(holder);
    await assert.rejects(open(data), inUse(data, pid));
    assert.deepEqual(
      readdirSync(temporary).filter((name) => name.startsWith('plenum-')),
      [],
    );
    holder.child.kill('SIGKILL');
    await holder.result;
    await assertOpensSoon(data);
    assert.deepEqual(filesIn(data), ['journal', 'snapshot.json']);
  }
});

test('takes over a lock that no process listens on, and removes what killed and earlier versions left', async (t) => {
  const data = createTemporaryFolder(t);
  await createDeadLock(data);
  mkdirSync(join(data, 'locked-by.aB3dE9'));
  for (const file of ['locked-by.aB3dE9/7.aB3dE9', 'lock', 'lock.7', 'lock.takeover'])
    writeFileSync(join(data, file), JSON.stringify({ pid: process.ppid, started: null }));
  for (const file of ['lock.md', 'lockers', 'notes']) writeFileSync(join(data, file), 'not a lock');
  const { close } = await open(data);
  assert.deepEqual(filesIn(data), ['journal', 'lock.md', 'locked-by', 'lockers', 'notes', 'snapshot.json']);
  assert.match(readdirSync(join(data, 'locked-by')).join(), new RegExp(`^${process.pid}\\.\\w{6}$`));
  await close();
  assert.deepEqual(filesIn(data), ['journal', 'lock.md', 'lockers', 'notes', 'snapshot.json']);
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
