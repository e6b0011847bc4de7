import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { buildSchema, isInputObjectType } from 'graphql';
import { resolvers } from '../resources/resolvers.ts';
import { createExecutableSchema, readContractSdl } from './schema.ts';
import { generateTypes, typesFile } from './generate-types.ts';

const schema = createExecutableSchema(readContractSdl(), resolvers);

/** The attributes of the specification, sections 2.2 to 2.4; `!` marks those that the schema requires. */
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
// Not in the specification, but accepted by the platform.
const platformAttributes = { AnswerProposalAttributes: ['costReport: JSON', 'executionPeriod: JSON'] };

for (const [name, list] of Object.entries(attributes)) {
  test(`${name} has the attributes of the specification`, () => {
    const type = schema.getType(name);
    assert.ok(isInputObjectType(type));
    const actual = Object.values(type.getFields()).map((field) => `${field.name}: ${field.type}`);
    const expected = [...list.split(/,\s+/), ...((platformAttributes as Record<string, string[]>)[name] ?? [])];
    assert.deepEqual(actual.toSorted(), expected.toSorted());
  });
}

test('the committed TypeScript types match the contract', async () => {
  assert.equal(readFileSync(typesFile, 'utf8'), await generateTypes(), 'run `npm run codegen`');
});

test('the contract is valid, and an unknown constraint or a resolver without a field would be an error', () => {
  // The server does not validate it again.
  buildSchema(readContractSdl());
  const unknown = readContractSdl().replace('@constraint(notBlank: true)', '@constraint(notEmpty: true)');
  assert.throws(() => buildSchema(unknown), /notEmpty/);
  assert.throws(() => createExecutableSchema(readContractSdl(), { ...resolvers, Meeting: { nope: () => 1 } }), /nope/);
});
