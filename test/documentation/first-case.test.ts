import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { loadCases, runConformance } from '../../conformance/index.ts';
import { createTemporaryFolder } from '../support/folders.ts';
import { root } from './pages.ts';

// The walk of CONTRIBUTING.md: the case that it adds is added to its file, and runs as it says.
const [, block = ''] = /^```yaml\n(.*?)^```$/ms.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')) ?? [];
const id = `answer/${/^- ([\w-]+):/m.exec(block)?.[1]}`;

/** The results of the added case in two dialects, as the two commands of the walk print them. */
async function run(lines: string, folder: string) {
  cpSync(join(root, 'fixtures/cases/answer'), join(folder, 'answer'), { recursive: true });
  const file = join(folder, 'answer/state.yaml');
  // Who walks through the guide has the case already.
  const others = readFileSync(file, 'utf8').replace(block, '');
  writeFileSync(file, `${others}\n${lines}`);
  const cases = loadCases(folder).filter((each) => each.id === id);
  assert.equal(cases.length, 1);
  const dialects = ['specification', 'decidim-0.32'] as const;
  const reports = await Promise.all(dialects.map((dialect) => runConformance({ cases, dialect })));
  return reports.map(({ results }) => results[0]!.outcome);
}

test('the first case of the guide passes in both dialects', async (t) => {
  assert.deepEqual(await run(block, createTemporaryFolder(t)), ['passed', 'passed']);
});

test('the first case of the guide fails if it expects something else', async (t) => {
  const wrong = block.replace('[state]', 'INVALID_LOCALE_ERROR');
  assert.notEqual(wrong, block);
  assert.deepEqual(await run(wrong, createTemporaryFolder(t)), ['failed', 'failed']);
});
