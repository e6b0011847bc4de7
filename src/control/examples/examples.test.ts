import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildSchema } from 'graphql';
import { startControlServer } from '../../../test/support/control-server.ts';
import { createTemporaryFolder } from '../../../test/support/folders.ts';
import { demoWorld } from '../../../test/support/test-server.ts';
import { townWorld } from '../../../test/support/town-server.ts';
import { loadServerDialect, suiteDialects } from '../../dialects/dialects.ts';
import { createMemoryStore } from '../../store/open.ts';
import type { Example } from './example.ts';
import { createExamples } from './examples.ts';

const fourOperations = ['Answer a proposal', 'Create a meeting', 'Update a meeting', 'Create a result'];
const worlds = { demo: demoWorld, town: townWorld };

for (const [world, folder] of Object.entries(worlds))
  for (const name of Object.keys(suiteDialects))
    test(`every example for ${world} in ${name} gets data without errors`, async (t) => {
      const dialect = await loadServerDialect(name);
      const { send } = await startControlServer(t, { dialect, world: folder, mockMode: 'empty' });
      const { examples } = (await send('GET', '/__admin/examples')).body as { examples: Example[] };
      const changes = examples.filter(({ group }) => group === 'Change records').map((each) => each.name);
      const expected = name === 'decidim-0.32' ? fourOperations.slice(0, 3) : fourOperations;
      assert.deepEqual(changes.slice(0, expected.length), expected);
      assert.ok(examples.length - changes.length >= (name === 'specification' ? 9 : 12), String(examples.length));
      for (const { name: example, user, query, variables } of examples) {
        const { body } = user ? await send('POST', '/__admin/tokens', { user: user.id }) : { body: undefined };
        const headers: Record<string, string> = body ? { authorization: `Bearer ${body.token}` } : {};
        const response = (await send('POST', '/api', { query, variables }, headers)).body;
        assert.equal(response.errors, undefined, `${example}: ${JSON.stringify(response)}`);
        // Every object on the way to the record is there.
        for (
          let value = response.data;
          typeof value === 'object' && !Array.isArray(value);
          [value] = Object.values(value)
        )
          assert.notEqual(value, null, `${example}: ${JSON.stringify(response)}`);
      }
    });

test('the schema of the API is sent as SDL, without a token for the API', async (t) => {
  for (const name of Object.keys(suiteDialects)) {
    const { send } = await startControlServer(t, { dialect: await loadServerDialect(name) });
    const { sdl } = (await send('GET', '/__admin/schema')).body;
    assert.ok(buildSchema(sdl).getType('MeetingAttributes'));
  }
});

test('a world without components has examples for the world only', async (t) => {
  const folder = createTemporaryFolder(t);
  for (const file of ['organization.json', 'users.json']) copyFileSync(join(demoWorld, file), join(folder, file));
  const schema = (await loadServerDialect('decidim-0.32')).createSchema('empty');
  const groupsIn = (world: string) =>
    new Set(createExamples(createMemoryStore(world), schema).map(({ group }) => group));
  assert.deepEqual([...groupsIn(folder)], ['Read the world']);
  assert.ok(groupsIn(demoWorld).has('Change records'));
});
