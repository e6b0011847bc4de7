import type { Release } from '../../release.ts';

/** Decidim 0.32. */
export const decidim032: Release = {
  name: 'decidim-0.32',
  number: '0.32',
  schema: [{ file: new URL('schema.graphql', import.meta.url) }],
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
};
