import type { ExampleTemplate, Subject } from './example.ts';

const ofRecord = {
  group: 'Read a record',
  variables: ({ component, record, locale }: Subject) => ({
    componentId: String(component.id),
    id: String(record.id),
    locale,
  }),
};

const recordQuery = (
  type: string,
  field: string,
  fields: string,
): string => `query ${type}($componentId: ID!, $id: ID!, $locale: String!) {
  component(id: $componentId) {
    ... on ${type} {
      ${field}(id: $id) {
        title { translation(locale: $locale) }
        ${fields.replaceAll('\n', '\n  ')}
      }
    }
  }
}`;

/** Examples of queries for one record. */
export const recordReads: ExampleTemplate[] = [
  {
    ...ofRecord,
    name: 'A proposal and its answer',
    component: 'proposals',
    record: 'proposals',
    suits: (proposal) => 'answer' in proposal && proposal.answer !== null,
    query: recordQuery(
      'Proposals',
      'proposal',
      `body { translation(locale: $locale) }
      state
      answeredAt
      answer { translation(locale: $locale) }`,
    ),
  },
  {
    ...ofRecord,
    name: 'A meeting in every locale',
    component: 'meetings',
    record: 'meetings',
    query: recordQuery(
      'Meetings',
      'meeting',
      `description { translations { locale text } }
      startTime
      endTime
      address
      location { translations { locale text } }
      coordinates { latitude longitude }`,
    ),
  },
  {
    ...ofRecord,
    name: 'A result, its children and proposals',
    component: 'accountability',
    record: 'results',
    query: recordQuery(
      'Accountability',
      'result',
      `progress
      status { name { translation(locale: $locale) } }
      children { id progress }
      proposals { id title { translation(locale: $locale) } }`,
    ),
  },
  {
    ...ofRecord,
    name: 'The comments on a proposal',
    component: 'proposals',
    record: 'proposals',
    query: recordQuery(
      'Proposals',
      'proposal',
      `totalCommentsCount
      comments(orderBy: "recent") {
        id
        body
        upVotes
        comments { id body }
      }`,
    ),
  },
  {
    ...ofRecord,
    name: 'The versions of a proposal',
    component: 'proposals',
    record: 'proposals',
    query: recordQuery(
      'Proposals',
      'proposal',
      `versionsCount
      versions { id createdAt changeset }`,
    ),
  },
  {
    ...ofRecord,
    name: 'A post and its likes',
    component: 'blogs',
    record: 'posts',
    query: recordQuery(
      'Blogs',
      'post',
      `body { translation(locale: $locale) }
      likesCount
      likes { name }`,
    ),
  },
];
