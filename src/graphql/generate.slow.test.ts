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
const generated = 'src/graphql/generated-types.ts';

test('npm run codegen writes its files in a checkout whose path has a space, and through a link', (t) => {
  const folder = createTemporaryFolder(t);
  const checkout = join(folder, 'a check%20out');
  cpSync(root, checkout, { recursive: true, filter: (source) => !left.has(basename(source)) });
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  symlinkSync(checkout, join(folder, 'link'));
  rmSync(join(checkout, generated));
  execFileSync('npm', ['run', 'codegen'], { cwd: join(folder, 'link'), stdio: 'pipe' });
  assert.equal(readFileSync(join(checkout, generated), 'utf8'), readFileSync(join(root, generated), 'utf8'));
  assert.ok(existsSync(join(checkout, 'schemas/meetings.schema.json')));
});
