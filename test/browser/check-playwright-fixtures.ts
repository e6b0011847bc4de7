import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromiumPath, chromiumSkipReason } from '../support/page.ts';

test('the fixtures for Playwright answer the API and its pictures', { skip: chromiumSkipReason }, () => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const playwright = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'test/support/playwright/playwright.config.ts',
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, playwright, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
    env: { ...env, CHROMIUM: chromiumPath, NO_COLOR: '1' },
  });
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /^ *10 passed/m);
  // A line of the runner tells why the page got no response.
  assert.equal((stdout + stderr).match(/plenum: no session answers http:\S+: apiUrl is https:\/\/twon/g)?.length, 1);
});
