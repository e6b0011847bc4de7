import assert from 'node:assert/strict';
import test from 'node:test';
import { importOptional } from './import-optional.ts';

test('a package that is not installed is named with the command that installs it', async () => {
  const missing = 'not-installed';
  await assert.rejects(
    importOptional(missing, '--store', () => import(missing)),
    { name: 'Error', message: '--store needs not-installed: npm install not-installed', exitCode: 2 },
  );
});

test('another error of the module is not hidden', async () => {
  const missing = 'not-installed';
  await assert.rejects(
    importOptional('pg', '--store', () => import(missing)),
    { code: 'ERR_MODULE_NOT_FOUND' },
  );
});
