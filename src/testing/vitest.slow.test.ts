import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the fixtures for Vitest and the handlers for MSW work in every environment, also on one stand-in', () => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const config = 'test/support/vitest/vitest.config.ts';
  const args = ['--import', 'tsx', 'node_modules/vitest/vitest.mjs', 'run', '--config', config];
  const options = { cwd: root, encoding: 'utf8', env: { ...env, NO_COLOR: '1' } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /Tests +63 passed \(63\)/);
});
