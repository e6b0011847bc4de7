import assert from 'node:assert/strict';
import test from 'node:test';
import { type GraphQLSchema, introspectionFromSchema } from 'graphql';
import { describeSchema } from '../graphql/descriptions.ts';
import { startControlServer } from '../../test/support/control-server.ts';
import { loadServerDialect, suiteDialects } from './dialects.ts';

interface Part {
  coordinate: string;
  description: string | null | undefined;
}

/** The types, fields, arguments, input fields and enum values that introspection shows, but for types of GraphQL itself. */
function listParts(schema: GraphQLSchema): Part[] {
  const {
    __schema: { types },
  } = introspectionFromSchema(schema);
  const parts: Part[] = [];
  const add = (coordinate: string, { description }: { description?: string | null | undefined }) =>
    parts.push({ coordinate, description });
  for (const type of types.filter(({ name }) => !name.startsWith('__'))) {
    add(type.name, type);
    if (type.kind === 'ENUM') for (const value of type.enumValues) add(`${type.name}.${value.name}`, value);
    if (type.kind === 'INPUT_OBJECT') for (const field of type.inputFields) add(`${type.name}.${field.name}`, field);
    if (type.kind !== 'OBJECT' && type.kind !== 'INTERFACE') continue;
    for (const field of type.fields) {
      add(`${type.name}.${field.name}`, field);
      for (const arg of field.args) add(`${type.name}.${field.name}(${arg.name}:)`, arg);
    }
  }
  return parts;
}

const schemas = await Promise.all(
  Object.keys(suiteDialects).map(
    async (name) => [name, describeSchema((await loadServerDialect(name)).createSchema('empty'))] as const,
  ),
);

for (const [name, schema] of schemas)
  test(`introspection of ${name} describes every type, field, argument and value`, () => {
    const parts = listParts(schema);
    assert.ok(parts.length > 400, String(parts.length));
    assert.deepEqual(
      parts.filter(({ description }) => !description?.trim()).map(({ coordinate }) => coordinate),
      [],
    );
  });

test('an administrator reads descriptions from the API', async (t) => {
  const { query } = await startControlServer(t, { serverDialect: await loadServerDialect('decidim-0.32') });
  const text = '{ type: __type(name: "MeetingMutation") { fields { name description args { description } } } }';
  const { data } = await query(text, { authorization: 'Bearer admin-token' });
  assert.deepEqual(data.type.fields[0], {
    name: 'close',
    description: 'Closes the meeting with a report, after its end. Only its author may.',
    args: [{ description: 'The values of the mutation.' }],
  });
});
