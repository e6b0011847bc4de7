import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { createTestServeOptions } from '../../test/support/serve-options.ts';
import { serve } from '../../src/stand-in/serve.ts';
import { runConformance } from '../index.ts';

test('a run on a URL sends GET / once', async (t) => {
  const { server, url, stop } = await serve(createTestServeOptions({ onBug: assert.ifError }));
  t.after(stop);
  const paths: string[] = [];
  server.on('request', (request) => paths.push(`${request.method} ${request.url}`));
  const environment = { PLENUM_ADMIN_TOKEN: 'admin-token' };
  const ledgerFile = join(createTemporaryFolder(t), 'ledger');
  const { mode } = await runConformance({ url, environment, ledgerFile, only: 'http/get' });
  assert.equal(mode, 'write');
  assert.equal(paths.filter((each) => each === 'GET /').length, 1);
});
