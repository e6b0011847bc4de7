import type { ExampleTemplate, Subject } from './example.ts';

const ofWorld = { group: 'Read the world', variables: ({ locale }: Subject) => ({ locale }) };

/** Examples of queries for the whole world. */
export const worldReads: ExampleTemplate[] = [
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
];
