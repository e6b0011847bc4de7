import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { type GraphQLObjectType, isInputObjectType } from 'graphql';
import { resolvers } from '../server/resolvers/resolvers.ts';
import { createExecutableSchema, readContractSdl } from './schema.ts';
import { getAuthDirective } from './directives.ts';
import { generateTypes, generatedTypesFile } from './generate-types.ts';

const schema = createExecutableSchema(readContractSdl(), resolvers);

/** The attributes of the specification, sections 2.2 to 2.4; `!` where they are required and GraphQL can say so. */
const attributes = {
  AnswerProposalAttributes: 'answerContent: JSON, cost: Float, state: String',
  MeetingAttributes: `address: String, availableSlots: Int, title: String!, description: String!, endTime: DateTime!,
    startTime: DateTime!, latitude: Float, longitude: Float, locationHints: String, location: String,
    onlineMeetingUrl: String, registrationTerms: String, registrationType: RegistrationTypeType!, registrationUrl: String,
    registrationsEnabled: Boolean, taxonomies: [ID!], typeOfMeeting: TypeOfMeeting!,
    iframeAccessLevel: IframeAccessLevelEnum, iframeEmbedType: IframeEmbedTypeEnum`,
  ResultAttributes: `title: JSON, description: JSON, appAccountabilityStatusId: Int, startDate: String, endDate: String,
    externalId: String, parentId: Int, progress: Float, projectIds: [Int!], proposalIds: [Int!], taxonomies: [Int!],
    weight: Int`,
};
// Beyond the specification, as the platform takes them.
const more = { AnswerProposalAttributes: ['costReport: JSON', 'executionPeriod: JSON'] };

for (const [name, list] of Object.entries(attributes)) {
  test(`${name} has the attributes of the specification`, () => {
    const type = schema.getType(name);
    assert.ok(isInputObjectType(type));
    const found = Object.values(type.getFields()).map((field) => `${field.name}: ${field.type}`);
    const expected = [...list.split(/,\s+/), ...((more as Record<string, string[]>)[name] ?? [])];
    assert.deepEqual(found.toSorted(), expected.toSorted());
  });
}

test('the four operations have the roles of the specification', () => {
  const authOfField = (type: string, field: string) =>
    getAuthDirective(schema, (schema.getType(type) as GraphQLObjectType).getFields()[field]!)?.requires;
  assert.equal(getAuthDirective(schema, schema.getMutationType()!)?.requires, 'AUTHENTICATED');
  assert.equal(authOfField('ProposalMutation', 'answer'), 'ADMINISTRATOR');
  assert.equal(authOfField('MeetingsMutation', 'createMeeting'), 'AUTHENTICATED');
  assert.equal(authOfField('MeetingMutation', 'update'), 'AUTHENTICATED');
  assert.equal(authOfField('AccountabilityMutation', 'createResult'), 'ADMINISTRATOR');
});

test('the TypeScript types are those of the contract', async () => {
  assert.equal(readFileSync(generatedTypesFile, 'utf8'), await generateTypes(), 'run `npm run generate`');
});

test('a constraint that is not known, and a resolver without a field, stop the start', () => {
  const unknown = readContractSdl().replace('@constraint(notBlank: true)', '@constraint(notEmpty: true)');
  assert.throws(() => createExecutableSchema(unknown, resolvers), /notEmpty/);
  assert.throws(() => createExecutableSchema(readContractSdl(), { ...resolvers, Meeting: { nope: () => 1 } }), /nope/);
});
