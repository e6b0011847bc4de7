import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  type GraphQLObjectType,
  type GraphQLSchema,
  buildClientSchema,
  buildSchema,
  introspectionFromSchema,
  isAbstractType,
  isObjectType,
  printSchema,
} from 'graphql';
import { decidimServerDialect } from '../../../../test/support/decidim-dialect.ts';
import { createTemporaryFolder, isCommandError } from '../../../../test/support/folders.ts';
import { compareSchemas, findSchemaAdditions } from '../../../../test/support/compare-schemas.ts';
import { platformSchema } from '../../../../test/support/platform-schema.ts';
import { getDirective } from '@graphql-tools/utils';
import { readContractSdl } from '../../../graphql/schema.ts';
import { behaviors, hasBehavior } from '../behaviors.ts';
import { decidimResolvers } from '../resolvers/resolvers.ts';
import { releases } from '../releases/releases.ts';
import { decidim032 } from '../releases/0.32/release.ts';
import { decidimDevelop } from '../releases/develop/release.ts';
import { createDecidimSchema } from './create-schema.ts';
import { readSchema } from './read-schema.ts';

const contract = buildSchema(readContractSdl());
const schemaDifferences = compareSchemas(contract, platformSchema);

const print = (schema: GraphQLSchema): string =>
  printSchema(buildClientSchema(introspectionFromSchema(schema, { descriptions: false })));

test('introspection shows the schema of the platform and nothing else', () => {
  const schema = decidimServerDialect.createSchema('mock');
  assert.equal(print(schema), print(platformSchema));
  assert.equal(Object.keys(schema.getTypeMap()).length, 161);
});

test('types and fields have the roles and settings of the contract', () => {
  const schema = decidimServerDialect.createSchema('empty');
  const authOf = (type: string, field: string) =>
    getDirective(schema, (schema.getType(type) as GraphQLObjectType).getFields()[field]!, 'auth')?.[0];
  assert.deepEqual(getDirective(schema, schema.getMutationType()!, 'auth')?.[0], { requires: 'AUTHENTICATED' });
  assert.deepEqual(authOf('ProposalMutation', 'answer'), {
    requires: 'ADMINISTRATOR',
    setting: 'proposalAnsweringEnabled',
  });
  assert.deepEqual(authOf('MeetingsMutation', 'createMeeting'), {
    requires: 'AUTHENTICATED',
    setting: 'creationEnabledForParticipants',
  });
  assert.deepEqual(authOf('MeetingMutation', 'update'), { requires: 'AUTHENTICATED' });
});

const coordinatesOf = (resolvers: object): [type: string, field: string][] =>
  Object.entries(resolvers).flatMap(([type, fields]: [string, object]) =>
    Object.keys(fields).map((field): [string, string] => [type, field]),
  );

function hasField(schema: GraphQLSchema, typeName: string, field: string): boolean {
  const type = schema.getType(typeName);
  return isObjectType(type) ? field in type.getFields() : isAbstractType(type) && field === '__resolveType';
}

test('every shared resolver is of a type and a field of the schema', () => {
  const coordinates = coordinatesOf(decidimResolvers);
  assert.ok(coordinates.length > 100, String(coordinates.length));
  assert.deepEqual(
    coordinates.filter((coordinate) => !hasField(platformSchema, ...coordinate)),
    [],
  );
});

test('every resolver of a behavior is of a type and a field of a release with the behavior', async () => {
  const schemas = new Map(releases.map((release) => [release.number, readSchema(release)]));
  let checked = 0;
  for (const [name, behavior] of Object.entries(behaviors)) {
    const { resolvers = {} } = (await behavior.load?.()) ?? {};
    const having = [...schemas].filter(([number]) => hasBehavior(number, behavior)).map(([, schema]) => schema);
    const coordinates = coordinatesOf(resolvers);
    const unknown = coordinates.filter((coordinate) => !having.some((schema) => hasField(schema, ...coordinate)));
    assert.deepEqual(unknown, [], name);
    checked += coordinates.length;
  }
  assert.ok(checked > 50, String(checked));
});

test('the documentation lists the differences', () => {
  const page = readFileSync(new URL('../../../../docs/dialects.md', import.meta.url), 'utf8');
  const section = page.split(/^## /m).find((each) => each.startsWith('Where the schema of Decidim 0.32 differs'))!;
  const tables = section.split('`decidim-develop`').map((text) => {
    const rows = text.matchAll(/^\| `([^`]+)` +\| `?([^`|]+?)`? +\|$/gm);
    return Object.fromEntries([...rows].map(([, coordinate, is]) => [coordinate, is]));
  });
  const own = Object.entries(compareSchemas(contract, readSchema(decidimDevelop))).filter(
    ([coordinate]) => !schemaDifferences[coordinate],
  );
  assert.deepEqual(tables, [schemaDifferences, Object.fromEntries(own)]);
});

test('additions are the types and fields that only the version has', () => {
  const { types, fields } = findSchemaAdditions(contract, platformSchema);
  assert.deepEqual([types.length, fields], [95, 173]);
});

const changes: [sdl: string, replacement: string, message: RegExp | undefined][] = [
  ['attendeesCount: Int\n  attendingOrg', 'attendeesCount: Int\n  endTimes: Int\n  attendingOrg', undefined],
  [
    'type Meeting implements',
    'type Meeting implement',
    /^the schema of decidim-0\.32 is invalid: Syntax Error: [^\n]+$/,
  ],
  [
    '  createMeeting(input: CreateMeetingInput!): Meeting',
    '  createMeeting(input: Nope!): Meeting',
    /is invalid: Unknown type: "Nope"/,
  ],
];
for (const [sdl, replacement, message] of changes) {
  const verb = message ? 'rejects' : 'accepts';
  test(`${verb} a schema with ${JSON.stringify(replacement)} instead of ${JSON.stringify(sdl)}`, (t) => {
    const original = readFileSync(decidim032.schema[0]!.file, 'utf8');
    const changed = original.replace(sdl, replacement);
    assert.notEqual(changed, original);
    const file = join(createTemporaryFolder(t), 'schema.graphql');
    writeFileSync(file, changed);
    const version = { ...decidim032, schema: [{ file: pathToFileURL(file) }] };
    const create = () => createDecidimSchema(version, 'mock', { resolvers: [], auth: {} });
    if (message) assert.throws(create, isCommandError(2, message));
    else assert.doesNotThrow(create);
  });
}
