import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, closeSync, mkdirSync, openSync, readFileSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { plenumArgs } from '../../test/support/process.ts';
import { parseJson } from '../client/json-value.ts';
import { createStandIn } from '../index.ts';

/** Starts `plenum` in a folder. Its outputs are pipes to this process, or open files. */
function start(t: TestContext, args: string[], folder: string, outputs: ('pipe' | number)[] = ['pipe', 'pipe']) {
  const env = {
    ...process.env,
    PLENUM_ADMIN_TOKEN: 'admin-token',
    PLENUM_MEMBER_TOKEN: 'member-token',
    PLENUM_OTHER_TOKEN: 'other-token',
  };
  const child = spawn(process.execPath, [...plenumArgs, ...args], { cwd: folder, env, stdio: ['ignore', ...outputs] });
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended };
}

/** A pipe that takes nothing more, because nobody reads it. */
function openBlockedPipe(t: TestContext): number {
  const pipe = join(createTemporaryFolder(t), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const descriptor = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  t.after(() => closeSync(descriptor));
  for (const size of [4096, 1])
    try {
      for (;;) writeSync(descriptor, 'x'.repeat(size));
    } catch {
      // There is no room for as many bytes.
    }
  return descriptor;
}

const ledgerOf = (folder: string): string => {
  const ledgers = join(folder, 'plenum-ledgers');
  const [file, ...others] = readdirSync(ledgers);
  assert.deepEqual(others, []);
  return readFileSync(join(ledgers, file!), 'utf8');
};

/** How many writes in the ledger in a folder can be undone and are not. */
function openWrites(folder: string): number {
  const entries = new Map<number, { isClosed?: true; undo?: object }>();
  for (const line of ledgerOf(folder).split('\n')) {
    const entry = parseJson(line) as { number: number; isClosed?: true; undo?: object } | undefined;
    if (entry) entries.set(entry.number, entry);
  }
  return [...entries.values()].filter(({ isClosed, undo }) => undo && !isClosed).length;
}

/** Starts a run in mode write on a deployment, and waits until something is written and not undone. */
async function startWriting(t: TestContext, outputs?: ('pipe' | number)[]) {
  const deployment = await createStandIn({ dialect: 'decidim-0.32', limits: 'off' });
  t.after(() => deployment.close());
  const folder = createTemporaryFolder(t);
  const target = ['--url', deployment.url, '--dialect', 'decidim-0.32', '--mode', 'write', '--rate', '40/s'];
  const started = start(t, ['conform', ...target, '--only', 'answer/a'], folder, outputs);
  const hasOpenWrite = () => {
    try {
      return openWrites(folder) > 0;
    } catch {
      return false;
    }
  };
  while (!hasOpenWrite()) {
    assert.deepEqual([started.child.exitCode, started.child.signalCode], [null, null]);
    await setTimeout(10);
  }
  return { ...started, folder };
}

const read = ({ stdout, stderr }: ChildProcess) => void [stdout, stderr].map((each) => each!.resume());

describe('a run in mode write ends with an undo', { concurrency: 2, timeout: 600_000 }, () => {
  test('after SIGQUIT', async (t) => {
    const { child, ended, folder } = await startWriting(t);
    read(child);
    child.kill('SIGQUIT');
    assert.deepEqual(await ended, [3, null]);
    assert.equal(openWrites(folder), 0);
  });

  test('after the SIGHUP of a terminal and of its shell, which come one after the other', async (t) => {
    const { child, ended, folder } = await startWriting(t);
    read(child);
    for (let sent = 0; sent < 5; sent += 1) {
      child.kill('SIGHUP');
      await setTimeout(200);
    }
    await ended;
    assert.equal(openWrites(folder), 0);
  });

  test('if the readers of its outputs go away', async (t) => {
    const { child, ended, folder } = await startWriting(t);
    child.stdout!.destroy();
    child.stderr!.destroy();
    const [code, signal] = await ended;
    assert.deepEqual([[0, 1, 3].includes(code!), signal], [true, null], `${code}`);
    assert.equal(openWrites(folder), 0);
  });

  test('if nobody reads its outputs and a signal comes', async (t) => {
    const pipe = openBlockedPipe(t);
    const { child, ended, folder } = await startWriting(t, [pipe, pipe]);
    child.kill('SIGTERM');
    await ended;
    assert.equal(openWrites(folder), 0);
  });

  test('if its outputs are files on a full disk, and the exit code is 69', async (t) => {
    const full = openSync('/dev/full', 'w');
    t.after(() => closeSync(full));
    const { ended, folder } = await startWriting(t, [full, full]);
    assert.deepEqual(await ended, [69, null]);
    assert.equal(openWrites(folder), 0);
  });
});

test('a server starts in a folder with a ledger, and goes on without readers of its outputs', async (t) => {
  const folder = createTemporaryFolder(t);
  mkdirSync(join(folder, 'plenum-ledgers'));
  const { child, ended } = start(t, ['serve', '--port', '0'], folder);
  let output = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr!.resume();
  while (!/answers at (\S+)\n/.test(output)) await once(child.stdout!, 'data');
  const [, url = ''] = /answers at (\S+)\n/.exec(output)!;
  child.stdout!.destroy();
  child.stderr!.destroy();
  for (let sent = 0; sent < 3; sent += 1) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: '{"query":"{ __typename }"}' });
    assert.equal(response.status, 200);
    await setTimeout(50);
  }
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});
