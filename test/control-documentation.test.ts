import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { generateControlDocs } from '../scripts/generate-control-docs.ts';

test('the table of docs/control.md is generated from the operations', async () => {
  const page = readFileSync(new URL('../docs/control.md', import.meta.url), 'utf8');
  assert.equal(page, await generateControlDocs(), 'run npm run codegen');
});
