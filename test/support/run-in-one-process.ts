import '../../src/load-graphql.ts';
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';

// Runs the tests that start no process in one process, which loads what they share once. The variable ALONE lists the test
// files that run in a process of their own, one on each line.
const root = new URL('../../', import.meta.url);
const folders = new Set(['src', 'conformance', 'tools', 'test', 'bench']);
const isTestFile = (file: string) => file.endsWith('.test.ts') && !/(^|\/)(node_modules|dist)\//.test(file);
const alone = new Set((process.env['ALONE'] ?? '').split('\n').filter(Boolean));
const testFiles = (readdirSync(root, { recursive: true }) as string[]).filter(isTestFile).toSorted();
const together = testFiles.filter((file) => folders.has(file.split('/')[0]!) && !alone.has(file));

test('each test file of the repository runs, here or alone', () => {
  assert.notEqual(together.length, 0);
  assert.deepEqual([...together, ...alone].toSorted(), testFiles);
});

for (const file of together) {
  try {
    await import(new URL(file, root).href);
  } catch (error) {
    test(`${file} can be imported`, () => {
      throw error;
    });
  }
}
