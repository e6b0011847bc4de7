import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type GraphQLObjectType, isEnumType, isInputObjectType, isObjectType, isUnionType } from 'graphql';
import { createTemporaryFolder, isCommandError } from '../../../test/support/folders.ts';
import { sortForIntrospection } from './schema/introspection-order.ts';
import { readSchema } from './schema/read-schema.ts';
import { createDecidimServerDialect } from './server.ts';
import { type PlatformBehavior, behaviors, loadBehaviors } from './behaviors.ts';
import type { DecidimOverrides } from './overrides.ts';
import { type Release, type ReleaseNumber, releaseNumbers } from './release.ts';
import { releases } from './releases/releases.ts';
import { decidim032 } from './releases/0.32/release.ts';

function writeSchema(t: TestContext, sdl: string): URL {
  const file = join(createTemporaryFolder(t), 'schema.graphql');
  writeFileSync(file, sdl);
  return pathToFileURL(file);
}

const extend = (t: TestContext, sdl: string, removed: string[] = []): Release => ({
  ...decidim032,
  name: 'decidim-next',
  schema: [...decidim032.schema, { file: writeSchema(t, sdl), removed }],
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

test('behaviors add to those of a release and replace them by name, the later in the table last', async () => {
  const table: Record<string, PlatformBehavior> = {
    first: {
      load: async () => ({
        permissions: { 'MeetingMutation.update': () => false, 'MeetingMutation.close': isAllowed },
        behavior: { resultProgress: () => 1, maxPageSize: 7 },
      }),
    },
    second: { load: async () => ({ permissions: { 'MeetingMutation.update': isAllowed } }) },
  };
  const { permissions, behavior } = await createDecidimServerDialect(decidim032, table);
  assert.equal(permissions!['MeetingMutation.update'], isAllowed);
  assert.equal(permissions!['MeetingMutation.close'], isAllowed);
  assert.equal(typeof permissions!['MeetingMutation.withdraw'], 'function');
  assert.deepEqual([behavior.maxPageSize, behavior.resultProgress({} as never, {} as never)], [7, 1]);
});

for (const [limits, numbers] of [
  [{ since: '0.31' }, ['0.31', '0.32', 'develop']],
  [{ until: '0.30' }, ['0.29', '0.30']],
  [{ since: '0.30', until: '0.31' }, ['0.30', '0.31']],
  [{}, ['0.29', '0.30', '0.31', '0.32', 'develop']],
] as [Pick<PlatformBehavior, 'since' | 'until'>, ReleaseNumber[]][])
  test(`a behavior ${JSON.stringify(limits)} is loaded for ${numbers.join(', ')} and for no other release`, async () => {
    const loading: ReleaseNumber[] = [];
    for (const number of releaseNumbers)
      await loadBehaviors(number, { it: { ...limits, load: async () => (loading.push(number), {}) } });
    assert.deepEqual(loading, numbers);
  });

/** The coordinates of everything that a behavior overrides. */
const coordinatesOf = ({ resolvers = {}, auth = {}, permissions = {} }: DecidimOverrides): string[] => [
  ...Object.entries(resolvers).flatMap(([type, fields]) => Object.keys(fields).map((field) => `${type}.${field}`)),
  ...Object.keys(auth),
  ...Object.keys(permissions),
];

for (const [name, table] of Object.entries(behaviors).map(([each, one]) => [each, { [each]: one }] as const))
  test(`what ${name} overrides is in the schema of a release with it`, async () => {
    const known = new Set<string>();
    const overridden = new Set<string>();
    for (const release of releases)
      for (const overrides of await loadBehaviors(release.number, table)) {
        for (const coordinate of coordinatesOf(overrides)) overridden.add(coordinate);
        for (const type of Object.values(readSchema(release).getTypeMap()))
          if (isObjectType(type))
            for (const field of ['', ...Object.keys(type.getFields()).map((each) => `.${each}`)])
              known.add(`${type.name}${field}`);
      }
    assert.deepEqual(
      [...overridden].filter((coordinate) => !known.has(coordinate)),
      [],
    );
  });
