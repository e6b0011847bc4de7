import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { schemaFile } from './named-worlds.ts';

test('a world beside an installed package has the schemas of its files from there', (t) => {
  const project = createTemporaryFolder(t);
  const installation = join(project, 'node_modules/plenum/dist');
  mkdirSync(join(installation, 'schemas'), { recursive: true });
  writeFileSync(join(installation, 'schemas/users.schema.json'), '{}');
  const users = (world: string) => schemaFile(world, 'users.json', installation);
  assert.equal(users(join(project, 'world')), '../node_modules/plenum/dist/schemas/users.schema.json');
  assert.equal(users(`${project}/world/`), '../node_modules/plenum/dist/schemas/users.schema.json');
  assert.equal(users(join(createTemporaryFolder(t), 'world')), undefined);
  assert.equal(schemaFile(join(project, 'world'), 'notes.json', installation), undefined);
});
