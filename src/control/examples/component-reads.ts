import type { ExampleTemplate, Subject } from './example.ts';

const ofComponent = {
  group: 'Read a component',
  variables: ({ component: { id }, locale }: Subject) => ({ componentId: String(id), locale }),
};

const componentQuery = (name: string, fields: string): string => `query ${name}($componentId: ID!, $locale: String!) {
  component(id: $componentId) {
    ... on ${name} {
      ${fields}
    }
  }
}`;

/** Examples of queries for the lists of a component. */
export const componentReads: ExampleTemplate[] = [
  {
    ...ofComponent,
    name: 'Proposals, first page',
    component: 'proposals',
    record: 'proposals',
    query: componentQuery(
      'Proposals',
      `proposals(first: 5) {
        nodes {
          id
          title { translation(locale: $locale) }
          state
          authors { name }
        }
        pageInfo { hasNextPage endCursor }
      }`,
    ),
  },
  {
    ...ofComponent,
    name: 'Meetings, first page',
    component: 'meetings',
    record: 'meetings',
    query: componentQuery(
      'Meetings',
      `meetings(first: 5) {
        nodes {
          id
          title { translation(locale: $locale) }
          startTime
          address
        }
        pageInfo { hasNextPage endCursor }
      }`,
    ),
  },
  {
    ...ofComponent,
    name: 'Results and their statuses',
    component: 'accountability',
    query: componentQuery(
      'Accountability',
      `statuses { id name { translation(locale: $locale) } }
      results(first: 5) {
        nodes {
          id
          title { translation(locale: $locale) }
          progress
          status { id }
        }
      }`,
    ),
  },
  {
    ...ofComponent,
    name: 'Budgets and their projects',
    component: 'budgets',
    query: componentQuery(
      'Budgets',
      `budgets {
        nodes {
          id
          title { translation(locale: $locale) }
          total_budget
          projects { id title { translation(locale: $locale) } budget_amount }
        }
      }`,
    ),
  },
  {
    ...ofComponent,
    name: 'Debates',
    component: 'debates',
    query: componentQuery(
      'Debates',
      `debates(first: 5) {
        nodes {
          id
          title { translation(locale: $locale) }
          totalCommentsCount
        }
      }`,
    ),
  },
];
