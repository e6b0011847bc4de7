import { extendVersion } from '../../version.ts';
import { decidim032 } from '../0.32/version.ts';

/** The development version of Decidim: 0.32 with mutations of results and milestones. */
export const decidimDevelop = extendVersion(decidim032, {
  name: 'decidim-develop',
  schema: { file: new URL('schema.graphql', import.meta.url), removed: ['ComponentMutation'] },
  schemaDifferences: {
    AccountabilityMutation: null,
    'ComponentMutation.AccountabilityMutation': null,
    CreateResultInput: null,
    'Result.projects': null,
    ResultAttributes: null,
    'ResultAttributes.appAccountabilityStatusId': 'absent',
  },
  missingOperations: { 'AccountabilityMutation.createResult': null },
  undo: {
    deleteResult: {
      mutation: `mutation($componentId: ID!, $id: ID!) { component(id: $componentId) { ... on AccountabilityMutation {
        result(id: $id) { delete(id: $id) { id } } } } }`,
      query: `query($componentId: ID!, $id: ID!) { component(id: $componentId) { ... on Accountability {
        result(id: $id) { id } } } }`,
      expected: { component: { result: null } },
    },
  },
  overrides: async () => (await import('./overrides.ts')).overrides,
});
