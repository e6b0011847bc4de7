import assert from 'node:assert/strict';
import test from 'node:test';
import { progressBar, progressLine } from './progress-bar.ts';

for (const [progress, line] of [
  [{ completed: 1, total: 375, failed: 0, elapsedMs: 100 }, '1 of 375 cases'],
  [{ completed: 50, total: 375, failed: 2, elapsedMs: 5000 }, '50 of 375 cases, 2 failed, 33 s left'],
  [{ completed: 100, total: 375, failed: 0, elapsedMs: 100_000 }, '100 of 375 cases, 4 min 35 s left'],
  [{ completed: 374, total: 375, failed: 0, elapsedMs: 374 }, '374 of 375 cases, 1 s left'],
  [{ completed: 375, total: 375, failed: 0, elapsedMs: 5000 }, '375 of 375 cases'],
] as const)
  test(`progressLine: ${line}`, () => assert.equal(progressLine(progress), line));

for (const [columns, bar] of [
  [80, '█████████████████░░░░░░░░░░░░░ 5 of 9 cases, 1 failed, 4 s left'],
  [42, '████░░░░ 5 of 9 cases, 1 failed, 4 s left'],
  [36, '5 of 9 cases, 1 failed, 4 s left'],
  [20, '5 of 9 cases, 1 fai'],
] as const)
  test(`progressBar: fits ${columns} columns`, () => {
    const text = progressBar({ completed: 5, total: 9, failed: 1, elapsedMs: 5000 }, columns);
    assert.equal(text, bar);
    assert.ok(text.length < columns);
  });
