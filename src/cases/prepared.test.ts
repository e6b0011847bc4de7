import assert from 'node:assert/strict';
import test from 'node:test';
import { casesOf, loadCases, loadOperations, prepareCases } from './load.ts';

test('the cases that the build prepares are those of the files', () => {
  const prepared = JSON.parse(JSON.stringify(prepareCases())) as ReturnType<typeof prepareCases>;
  assert.deepEqual(casesOf(prepared), loadCases());
  assert.deepEqual(new Map(prepared.operations), loadOperations());
});
