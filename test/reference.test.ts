import assert from 'node:assert/strict';
import test from 'node:test';
import { generateReference } from '../scripts/generate-reference.ts';

for (const [page, text, expected] of await generateReference())
  test(`${page} has the commands or operations that there are`, () =>
    assert.equal(text, expected, 'run npm run codegen'));
