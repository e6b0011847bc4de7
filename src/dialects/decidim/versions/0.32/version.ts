import type { DecidimVersion } from '../../version.ts';

/** Decidim 0.32. */
export const decidim032: DecidimVersion = {
  name: 'decidim-0.32',
  schema: [{ file: new URL('schema.graphql', import.meta.url) }],
  schemaDifferences: {
    AccountabilityMutation: 'absent',
    'ComponentMutation.AccountabilityMutation': 'absent',
    'Coordinates.latitude': 'Float → Float!',
    'Coordinates.longitude': 'Float → Float!',
    'CreateMeetingInput.locale': 'String → String!',
    CreateResultInput: 'absent',
    'Meeting.onlineMeetingUrl': 'String → String!',
    RegistrationTypeType: 'RegistrationTypeEnum',
    'Result.projects': 'absent',
    ResultAttributes: 'absent',
    Role: 'absent',
    'TranslatedField.translation(locale:)': 'String → String!',
    TypeOfMeeting: 'TypeOfMeetingEnum',
    'UpdateMeetingInput.locale': 'String → String!',
  },
  limits: { maxDepth: 15, maxComplexity: 5000, maxPageSize: 50, maxAliases: 5, maxRecursions: 2 },
  missingOperations: { 'AccountabilityMutation.createResult': 'The API of this version has no mutations of results.' },
  typeNames: { RegistrationTypeType: 'RegistrationTypeEnum', TypeOfMeeting: 'TypeOfMeetingEnum' },
  fieldNames: {},
  attributeNames: { appAccountabilityStatusId: 'decidimAccountabilityStatusId' },
  attributePaths: { internalState: ['state'], parent: ['parentId'], status: ['appAccountabilityStatusId'] },
  undo: {
    withdrawMeeting: {
      mutation: `mutation($componentId: ID!, $id: ID!) { component(id: $componentId) { ... on MeetingsMutation {
        meeting(id: $id) { withdraw(input: {}) { id } } } } }`,
      query: `query($componentId: ID!, $id: ID!) { component(id: $componentId) { ... on Meetings {
        meeting(id: $id) { withdrawn } } } }`,
      expected: { component: { meeting: { withdrawn: true } } },
    },
    unansweredState: 'not_answered',
  },
  overrides: [],
};
