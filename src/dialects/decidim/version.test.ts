import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type GraphQLObjectType, isEnumType, isInputObjectType, isUnionType } from 'graphql';
import { createTemporaryFolder, isCommandError } from '../../../test/support/folders.ts';
import { sortForIntrospection } from './schema/introspection-order.ts';
import { readSchema } from './schema/read-schema.ts';
import { createDecidimServerDialect } from './server.ts';
import { extendVersion } from './version.ts';
import { decidim032 } from './versions/0.32/version.ts';

function writeSchema(t: TestContext, sdl: string): URL {
  const file = join(createTemporaryFolder(t), 'schema.graphql');
  writeFileSync(file, sdl);
  return pathToFileURL(file);
}

const extend = (t: TestContext, sdl: string, removed?: string[]) =>
  extendVersion(decidim032, { name: 'decidim-next', schema: { file: writeSchema(t, sdl), removed } });

test('tables of a version add to the base, replace its entries, and remove them with null', (t) => {
  const next = extendVersion(decidim032, {
    name: 'decidim-next',
    schema: { file: writeSchema(t, 'extend type Meeting { nextOnly: Int }') },
    schemaDifferences: { Role: null, 'Result.projects': '[Project]! → [Project]', 'Meeting.closed': 'absent' },
    limits: { maxPageSize: 100 },
  });
  const { Role: _, ...differences } = decidim032.schemaDifferences;
  assert.deepEqual(next.schemaDifferences, {
    ...differences,
    'Result.projects': '[Project]! → [Project]',
    'Meeting.closed': 'absent',
  });
  assert.deepEqual(next.typeNames, decidim032.typeNames);
  assert.deepEqual(next.limits, { ...decidim032.limits, maxPageSize: 100 });
  assert.equal(decidim032.schema.length, 1);
});

test('a schema layer adds types and fields, and removes them by coordinate', (t) => {
  const sdl = `
    extend type Meeting { bannerUrl: String }
    extend input MeetingAttributes { bannerUrl: String }
    enum TypeOfMeetingEnum { ONLINE }`;
  const removed = ['Meeting.remainingSlots', 'MeetingAttributes.availableSlots', 'TypeOfMeetingEnum'];
  const schema = sortForIntrospection(readSchema(extend(t, sdl, removed)));
  const fields = Object.keys((schema.getType('Meeting') as GraphQLObjectType).getFields());
  assert.deepEqual(fields, fields.toSorted());
  assert.deepEqual([fields.includes('bannerUrl'), fields.includes('remainingSlots')], [true, false]);
  const attributes = schema.getType('MeetingAttributes');
  assert.ok(isInputObjectType(attributes));
  assert.deepEqual(
    ['bannerUrl', 'availableSlots', 'address'].map((name) => name in attributes.getFields()),
    [true, false, true],
  );
});

test('a schema layer removes values of enums and members of unions', (t) => {
  const removed = ['TypeOfMeetingEnum.HYBRID', 'ComponentMutation.DebatesMutation'];
  const schema = readSchema(extend(t, 'scalar Unused', removed));
  const [meetings, mutations] = [schema.getType('TypeOfMeetingEnum'), schema.getType('ComponentMutation')];
  assert.ok(isEnumType(meetings) && isUnionType(mutations));
  assert.deepEqual(
    meetings.getValues().map(({ name }) => name),
    ['IN_PERSON', 'ONLINE'],
  );
  assert.deepEqual(
    mutations.getTypes().map(({ name }) => name),
    ['MeetingsMutation', 'ProposalsMutation'],
  );
});

for (const [sdl, removed, message] of [
  [
    'scalar Unused',
    ['Meeting.nope', 'Nope'],
    /^the schema of decidim-next is invalid: there is no Meeting\.nope, Nope to remove$/,
  ],
  ['extend type Nope { id: ID }', [], /^the schema of decidim-next is invalid: Cannot extend type "Nope"/],
  ['type Meeting', [], /^the schema of decidim-next is invalid: There can be only one type named "Meeting"/],
] as const)
  test(`rejects a schema layer with ${sdl} that removes ${JSON.stringify(removed)}`, (t) => {
    const version = extend(t, sdl, [...removed]);
    assert.throws(() => readSchema(version), isCommandError(2, message));
  });

const isAllowed = () => true;

test('overrides add to those of the base and replace them by name', async () => {
  const version = extendVersion(
    extendVersion(decidim032, {
      name: 'decidim-next',
      schema: decidim032.schema[0]!,
      overrides: async () => ({
        permissions: { 'MeetingMutation.update': () => false, 'MeetingMutation.close': isAllowed },
        behavior: { resultProgress: () => 1 },
      }),
    }),
    {
      name: 'decidim-later',
      schema: decidim032.schema[0]!,
      limits: { maxPageSize: 7 },
      overrides: async () => ({ permissions: { 'MeetingMutation.update': isAllowed } }),
    },
  );
  const { permissions, behavior } = await createDecidimServerDialect(version);
  assert.equal(permissions!['MeetingMutation.update'], isAllowed);
  assert.equal(permissions!['MeetingMutation.close'], isAllowed);
  assert.equal(typeof permissions!['MeetingMutation.withdraw'], 'function');
  assert.deepEqual([behavior.maxPageSize, behavior.resultProgress({} as never, {} as never)], [7, 1]);
});
