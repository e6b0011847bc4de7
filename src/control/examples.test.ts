import assert from 'node:assert/strict';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildSchema } from 'graphql';
import { startControlServer } from '../../test/support/control-server.ts';
import { createTemporaryFolder } from '../../test/support/folders.ts';
import { demoWorld } from '../../test/support/test-server.ts';
import { townWorld } from '../../test/support/town-server.ts';
import { dialectsWith } from '../../test/support/dialects.ts';
import { loadServerDialect, suiteDialects } from '../dialects/dialects.ts';
import { projectFolder } from '../installation.ts';
import { createMemoryStore } from '../../test/support/stores.ts';

import { type Example, createExamples, readTemplates } from './examples.ts';

const operations = {
  'ProposalMutation.answer': 'Answer a proposal',
  'MeetingsMutation.createMeeting': 'Create a meeting',
  'MeetingMutation.update': 'Update a meeting',
  'AccountabilityMutation.createResult': 'Create a result',
};
const worlds = { demo: demoWorld, town: townWorld };

for (const [world, folder] of Object.entries(worlds))
  for (const name of Object.keys(suiteDialects))
    test(`every example for ${world} in ${name} gets data without errors`, async (t) => {
      const dialect = await loadServerDialect(name);
      const { send } = await startControlServer(t, { serverDialect: dialect, world: folder, fill: 'empty' });
      const { examples } = (await send('GET', '/__admin/examples')).body as { examples: Example[] };
      const changes = examples.filter(({ group }) => group === 'Change records').map((each) => each.name);
      const expected = Object.entries(operations)
        .filter(([coordinate]) => dialectsWith(coordinate).includes(name))
        .map(([, operation]) => operation);
      assert.deepEqual(changes.slice(0, expected.length), expected);
      assert.ok(
        examples.length - changes.length >=
          (dialectsWith('MeetingsMutation.createMeeting').includes(name) && name !== 'specification' ? 12 : 8),
        String(examples.length),
      );
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

test('every document of an example is in the table, and fits a world in a dialect', async () => {
  const files = readdirSync(join(projectFolder, 'fixtures/examples')).filter((file) => file.endsWith('.graphql'));
  const templates = readTemplates();
  assert.deepEqual(templates.map(({ file }) => `${file}.graphql`).toSorted(), files.toSorted());
  const created = new Set<string>();
  for (const name of Object.keys(suiteDialects)) {
    const schema = (await loadServerDialect(name)).createSchema('empty');
    for (const folder of Object.values(worlds))
      for (const example of createExamples(createMemoryStore(folder), schema)) created.add(example.name);
  }
  assert.deepEqual(
    templates.map((template) => template.name).filter((name) => !created.has(name)),
    [],
  );
});

test('the schema of the API is sent as SDL, without a token for the API', async (t) => {
  for (const name of dialectsWith('MeetingsMutation.createMeeting')) {
    const { send } = await startControlServer(t, { serverDialect: await loadServerDialect(name) });
    const { sdl } = (await send('GET', '/__admin/schema')).body;
    assert.ok(buildSchema(sdl).getType('MeetingAttributes'));
    const { headers, body } = await send('GET', '/__admin/schema.graphql');
    assert.deepEqual([headers.get('content-type'), body], ['text/plain; charset=utf-8', `${sdl}\n`]);
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
