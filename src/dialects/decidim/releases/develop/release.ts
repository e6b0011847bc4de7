import type { Release } from '../../release.ts';
import { decidim032 } from '../0.32/release.ts';

/** The development version of Decidim: 0.32 with mutations of results, milestones, budgets and projects. */
export const decidimDevelop: Release = {
  ...decidim032,
  name: 'decidim-develop',
  number: 'develop',
  schema: [
    ...decidim032.schema,
    { file: new URL('schema.graphql', import.meta.url), removed: ['Budget', 'ComponentMutation', 'Project'] },
  ],
  missingOperations: {},
  undo: {
    ...decidim032.undo,
    deleteResult: {
      mutation: `mutation($componentId: ID!, $id: ID!) { component(id: $componentId) { ... on AccountabilityMutation {
        result(id: $id) { delete(id: $id) { id } } } } }`,
      query: `query($componentId: ID!, $id: ID!) { component(id: $componentId) { ... on Accountability {
        result(id: $id) { id } } } }`,
      expected: { component: { result: null } },
    },
  },
};
