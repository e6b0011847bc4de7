import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from '../../test/support/folders.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What the checkout of a developer has besides the sources. */
const left = new Set(['node_modules', '.git', 'dist']);
const generated = ['src/graphql/generated-types.ts', 'docs/world-reference.md'];

test('npm run codegen writes its files in a checkout whose path has a space, and through a link', (t) => {
  const folder = createTemporaryFolder(t);
  const checkout = join(folder, 'a check%20out');
  cpSync(root, checkout, { recursive: true, filter: (source) => !left.has(basename(source)) });
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  symlinkSync(checkout, join(folder, 'link'));
  for (const file of generated) rmSync(join(checkout, file));
  execFileSync('npm', ['run', 'codegen'], { cwd: join(folder, 'link'), stdio: 'pipe' });
  for (const file of generated)
    assert.equal(readFileSync(join(checkout, file), 'utf8'), readFileSync(join(root, file), 'utf8'));
  assert.ok(existsSync(join(checkout, 'schemas/meetings.schema.json')));
});
