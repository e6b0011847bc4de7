import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { cancel, runSoon } from './run-in-turns.ts';

/** Keeps the process busy. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('a task runs once, however often it is passed', { timeout: 10_000 }, async () => {
  let runs = 0;
  const task = () => void (runs += 1);
  runSoon(task);
  runSoon(task);
  assert.equal(runs, 0);
  await new Promise<void>((resolve) => runSoon(resolve));
  assert.equal(runs, 1);
});

test('other work that takes many rounds of the event loop waits for few tasks', { timeout: 20_000 }, async () => {
  const count = 100;
  let ran = 0;
  const done = new Promise<void>((resolve) => {
    for (let index = 0; index < count; index += 1)
      runSoon(() => {
        work(5);
        if (++ran === count) resolve();
      });
  });
  for (let round = 0; round < 50; round += 1) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(ran < 10, `${ran} tasks of 5 ms ran meanwhile`);
  await done;
});

const fail = () => assert.fail();

test('a cancelled task does not run', { timeout: 10_000 }, async () => {
  runSoon(fail);
  cancel(fail);
  await setTimeout(36);
});
