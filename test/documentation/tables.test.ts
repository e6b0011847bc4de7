import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pages, root } from './pages.ts';

const linesOf = (page: string): string[] => readFileSync(join(root, page), 'utf8').trimEnd().split('\n');

for (const page of pages)
  test(`${page} has no table of more than 200 characters`, () => {
    const wide = linesOf(page).flatMap((line, index) =>
      line.trimStart().startsWith('|') && line.length > 200 ? [`${page}:${index + 1}: ${line.length} characters`] : [],
    );
    assert.deepEqual(wide, []);
  });

test('the guide to worlds has at most 200 lines', () => {
  assert.ok(linesOf('docs/worlds.md').length <= 200);
});
