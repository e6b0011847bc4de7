import type { ExampleTemplate, Subject } from './example.ts';

const ofWorld = { group: 'Read the world', variables: ({ locale }: Subject) => ({ locale }) };
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

/** Examples of queries for the world and for lists of a component. */
export const reads: ExampleTemplate[] = [
  {
    ...ofWorld,
    name: 'The organization and its taxonomies',
    query: `query Organization($locale: String!) {
  organization {
    name { translation(locale: $locale) }
    taxonomies {
      id
      name { translation(locale: $locale) }
      children { id name { translation(locale: $locale) } }
    }
  }
}`,
  },
  {
    ...ofWorld,
    name: 'The processes and their components',
    query: `query Processes($locale: String!) {
  participatoryProcesses {
    id
    slug
    title { translation(locale: $locale) }
    components {
      __typename
      id
      name { translation(locale: $locale) }
    }
  }
}`,
  },
  {
    ...ofWorld,
    name: 'The assemblies',
    query: `query Assemblies($locale: String!) {
  assemblies {
    id
    slug
    title { translation(locale: $locale) }
    children { id }
  }
}`,
  },
  {
    ...ofWorld,
    name: 'Statistics of the organization',
    query: `query Statistics($locale: String!) {
  organization {
    stats { key value name { translation(locale: $locale) } }
  }
}`,
  },
  {
    ...ofWorld,
    name: 'Who is signed in',
    sender: 'participant',
    variables: () => ({}),
    query: `query Session {
  session {
    user { id name nickname }
  }
}`,
  },
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
