import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from '../../test/support/folders.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const copied = ['package.json', 'tsconfig.json', 'schema.graphql', 'src', 'scripts', 'tools', 'docs'];
const generated = [
  'src/contract/generated-types.ts',
  'src/server/resolvers/resolver-types.ts',
  'src/store/schemas/meetings.schema.json',
];

test('npm run codegen writes its files in a checkout whose path has a space, and through a link', (t) => {
  const folder = createTemporaryFolder(t);
  const checkout = join(folder, 'a check%20out');
  for (const each of copied) cpSync(join(root, each), join(checkout, each), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  symlinkSync(checkout, join(folder, 'link'));
  for (const cwd of [checkout, join(folder, 'link')]) {
    for (const file of generated) rmSync(join(checkout, file));
    execFileSync('npm', ['run', 'codegen'], { cwd, stdio: 'pipe' });
    for (const file of generated)
      assert.equal(readFileSync(join(checkout, file), 'utf8'), readFileSync(join(root, file), 'utf8'));
  }
});
