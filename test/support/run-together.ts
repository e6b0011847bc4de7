import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';

// The tests that start no process run in three processes, which load what their tests share once. The variable ALONE lists the
// test files that run in a process of their own, one on each line.
const root = new URL('../../', import.meta.url);
const folders = new Set(['src', 'conformance', 'tools', 'test', 'bench']);
const isTestFile = (file: string) =>
  file.endsWith('.test.ts') && !file.endsWith('.slow.test.ts') && !/(^|\/)(node_modules|dist)\//.test(file);
const alone = new Set((process.env['ALONE'] ?? '').split('\n').filter(Boolean));
const testFiles = (readdirSync(root, { recursive: true }) as string[]).filter(isTestFile).toSorted();
const together = testFiles.filter((file) => folders.has(file.split('/')[0]!) && !alone.has(file));

test('each test file of the repository runs, here or alone', () => {
  assert.notEqual(together.length, 0);
  assert.deepEqual([...together, ...alone].toSorted(), testFiles);
});

/** How many processes share the files: one more than most machines have cores, because tests also wait. */
const parts = 3;

/** Runs a part of the test files in this process. */
export async function runPart(part: 0 | 1 | 2): Promise<void> {
  const size = Math.ceil(together.length / parts);
  // Neighbors share more of what they load than other files.
  for (const file of together.slice(part * size, (part + 1) * size)) {
    try {
      await import(new URL(file, root).href);
    } catch (error) {
      test(`${file} can be imported`, () => {
        throw error;
      });
    }
  }
}
