import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { type GraphQLObjectType, buildClientSchema, buildSchema, introspectionFromSchema, printSchema } from 'graphql';
import { readContractSdl } from '../../../contract/schema.ts';
import { getAuthDirective } from '../../../contract/directives.ts';
import { CommandError } from '../../../errors.ts';
import { findSchemaAdditions, compareSchemas } from './compare-schemas.ts';
import { knownDifferences } from '../versions/0.32/known-differences.ts';
import { createDecidimSchema, readPlatformSchema } from './create-schema.ts';

const contract = buildSchema(readContractSdl());
const platform = buildSchema(readPlatformSchema());
const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');

test('introspection shows the platform’s schema and nothing else', () => {
  const whole = createDecidimSchema('mock');
  const shown = printSchema(buildClientSchema(introspectionFromSchema(whole)));
  assert.equal(shown, printSchema(buildClientSchema(introspectionFromSchema(platform))));
  assert.equal(Object.keys(whole.getTypeMap()).length, 161);
});

test('the contract’s roles hold, and its settings', () => {
  const whole = createDecidimSchema('empty');
  const of = (type: string, field: string) =>
    getAuthDirective(whole, (whole.getType(type) as GraphQLObjectType).getFields()[field]!);
  assert.deepEqual(getAuthDirective(whole, whole.getMutationType()!), { requires: 'AUTHENTICATED' });
  assert.deepEqual(of('ProposalMutation', 'answer'), {
    requires: 'ADMINISTRATOR',
    setting: 'proposalAnsweringEnabled',
  });
  assert.deepEqual(of('MeetingsMutation', 'createMeeting'), {
    requires: 'AUTHENTICATED',
    setting: 'creationEnabledForParticipants',
  });
  assert.deepEqual(of('MeetingMutation', 'update'), { requires: 'AUTHENTICATED' });
});

test('the differences from the contract are the known ones', () => {
  assert.deepEqual(compareSchemas(contract, platform), knownDifferences);
});

test('README lists the differences, and counts what there is beyond the contract', () => {
  const chapter = readme.split(/^## /m).find((each) => each.startsWith('Choose a dialect'))!;
  const cells = [...chapter.matchAll(/^\| `([^`]+)` +\| `?([^`|]+?)`? +\|$/gm)].map(([, place, is]) => [place, is]);
  assert.deepEqual(Object.fromEntries(cells), knownDifferences);
  const { types, fields } = findSchemaAdditions(contract, platform);
  assert.match(chapter, new RegExp(`${types.length} types and ${fields} fields`));
});

const changed: [string, string, RegExp][] = [
  ['  reference: String\n  registrationForm', '  registrationForm', /decidim-0\.32: Meeting\.reference is absent/],
  ['attendeesCount: Int\n  attendingOrg', 'attendeesCount: Int\n  endTimes: Int\n  attendingOrg', /^$/],
  [
    'registrationUrl: String\n  registrationsEnabled: Boolean!',
    'registrationUrl: Int\n  registrationsEnabled: Boolean!',
    /Meeting\.registrationUrl is String → Int/,
  ],
  ['onlineMeetingUrl: String!', 'onlineMeetingUrl: String', /Meeting\.onlineMeetingUrl is as in the contract/],
  ['  ON_THIS_PLATFORM\n', '', /MeetingAttributes\.registrationType is RegistrationTypeType! → RegistrationTypeEnum!/],
  [
    'type Meeting implements',
    'type Meeting implement',
    /^the schema of decidim-0\.32 cannot be read: Syntax Error: [^\n]+$/,
  ],
  [
    '  createMeeting(input: CreateMeetingInput!): Meeting',
    '  createMeeting(input: Nope!): Meeting',
    /cannot be read: Unknown type "Nope"/,
  ],
  ['component(id: ID!): ComponentInterface', 'component: ComponentInterface', /Query\.component\(id:\) is absent/],
];
for (const [is, becomes, message] of changed) {
  test(`a schema with ${JSON.stringify(becomes)} for ${JSON.stringify(is)}`, () => {
    const text = readPlatformSchema().replace(is, becomes);
    assert.notEqual(text, readPlatformSchema());
    if (message.source === '^$') return void createDecidimSchema('mock', text);
    assert.throws(
      () => createDecidimSchema('mock', text),
      (error: Error) => error instanceof CommandError && error.exitCode === 2 && message.test(error.message),
    );
  });
}
