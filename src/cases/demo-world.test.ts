import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createTemporaryFolder, isCommandError } from '../../test/support/folders.ts';
import { demoWorldFolder, loadDemoWorld } from './demo-world.ts';

const [proposal] = JSON.parse(readFileSync(join(demoWorldFolder, 'proposals.json'), 'utf8')) as [{ id: number }];

for (const [form, content] of [
  ['a list', [{ ...proposal, id: 77 }]],
  [
    'an object with "$schema" and "records"',
    { $schema: './proposals.schema.json', records: [{ ...proposal, id: 77 }] },
  ],
] as const)
  test(`adds the records of a file that is ${form} to the demo world`, (t) => {
    const folder = createTemporaryFolder(t);
    writeFileSync(join(folder, 'proposals.json'), JSON.stringify(content));
    const ids = loadDemoWorld(folder)
      .all('proposals')
      .map(({ id }) => id);
    const demoIds = loadDemoWorld()
      .all('proposals')
      .map(({ id }) => id);
    assert.deepEqual(ids, [...demoIds, 77]);
  });

test('names the file of an invalid record', (t) => {
  const folder = createTemporaryFolder(t);
  const file = join(folder, 'proposals.json');
  writeFileSync(file, JSON.stringify([{ ...proposal, id: 'x' }]));
  assert.throws(() => loadDemoWorld(folder), isCommandError(2, new RegExp(`^${file}`)));
});
