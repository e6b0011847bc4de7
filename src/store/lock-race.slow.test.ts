import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { createDeadLock, inUseMessage } from '../../test/support/locked-folders.ts';

const script = fileURLToPath(new URL('../../test/support/lock-contender.ts', import.meta.url));
const contenders = 4;

/**
 * Starts processes that compete for the folders `0`, `1`, … of `base`; their pids, and the outcome per process and
 * folder.
 */
async function runContenders(t: TestContext, mode: 'once' | 'turns', base: string, folders: number) {
  const children = Array.from({ length: contenders }, (_, self) => {
    const args = [script, mode, base, folders, self, contenders].map(String);
    const child = spawn(process.execPath, ['--import', 'tsx', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => child.kill('SIGKILL'));
    return child;
  });
  const printed = await Promise.all(children.map(({ stdout }) => text(stdout)));
  return {
    pids: children.map(({ pid }) => pid!),
    outcomes: printed.map((json) => JSON.parse(json) as string[]),
  };
}

/** What is in the folder before the race. */
const rows: [string, (folder: string) => Promise<void> | void][] = [
  ['an unlocked folder', () => {}],
  ['a folder whose last process was killed', createDeadLock],
];
test('exactly one of several processes locks a folder; the others name it', { timeout: 180_000 }, async (t) => {
  const base = createTemporaryFolder(t);
  const rounds = 50;
  const races = rows.flatMap(([title, prepare]) => Array.from({ length: rounds }, () => ({ title, prepare })));
  for (const [race, { prepare }] of races.entries()) {
    mkdirSync(join(base, String(race)));
    await prepare(join(base, String(race)));
  }
  // The processes are the same for all races, because their start takes longest.
  const { pids, outcomes } = await runContenders(t, 'once', base, races.length);
  for (const [race, { title }] of races.entries()) {
    const folder = join(base, String(race));
    const results = outcomes.map((all) => all[race]!);
    const refusal = inUseMessage(folder, pids[results.indexOf('locked')]!);
    assert.deepEqual(results.toSorted(), [...Array(contenders - 1).fill(refusal), 'locked'], title);
    assert.deepEqual(readdirSync(folder), ['locked-by'], title);
  }
});

test('processes that take turns never hold a folder at the same time', { timeout: 180_000 }, async (t) => {
  const base = createTemporaryFolder(t);
  mkdirSync(join(base, '0'));
  const { outcomes } = await runContenders(t, 'turns', base, 1);
  assert.deepEqual(
    outcomes,
    Array.from({ length: contenders }, () => ['done']),
  );
  assert.deepEqual(readdirSync(join(base, '0')), []);
});
