import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the tests of `test/support/vitest` in Node.js, jsdom and happy-dom, and returns what Vitest prints. */
function runVitest(...args: string[]): string {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const vitest = [
    '--import',
    'tsx',
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/support/vitest/vitest.config.ts',
  ];
  const options = { cwd: root, encoding: 'utf8', env: { ...env, NO_COLOR: '1' } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...vitest, ...args], options);
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

test('the fixtures for Vitest and the handlers for MSW work in every environment', () => {
  assert.match(runVitest(), /Tests +51 passed \(51\)/);
});

test('with the global setup, the same tests run on one stand-in, and more', () => {
  // The setup runs in Node.js, and the test above runs the fixtures in each environment. This one replaces what requests consist of.
  assert.match(runVitest('--mode', 'global-setup', '--project', 'jsdom'), /Tests +12 passed \(12\)/);
});
