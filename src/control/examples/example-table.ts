import type { Component, Kind, Records } from '../../records/records.ts';

/** Who has to be signed in. */
export type Sender = 'participant' | 'administrator' | 'author';

/** An example for any world: a document, what it needs, and the values of its variables. */
export interface ExampleTemplate {
  name: string;
  /** The document is `fixtures/examples/<file>.graphql`. */
  file: string;
  /** By default, nobody. */
  sender?: Sender;
  /** A component of this kind, with this setting on if one is named. */
  component?: Component['kind'];
  setting?: keyof Component['settings'];
  /** A record of this kind that the component shows. */
  record?: Kind;
  /** Which of the records; by default, the first. */
  suits?: (record: Records[Kind]) => boolean;
  /** The variables of the document that name neither the component, nor the record, nor the locale. */
  variables?: (locale: string) => Record<string, unknown>;
}

const meetingInput = (locale: string, title: string) => ({
  locale,
  attributes: {
    title,
    description: 'Made to try the API.',
    startTime: '2027-05-01T18:00:00Z',
    endTime: '2027-05-01T20:00:00Z',
    registrationType: 'REGISTRATION_DISABLED',
    typeOfMeeting: 'IN_PERSON',
    address: 'Main Square 1',
    location: 'Town hall',
  },
});

/** The examples in the order of lists, by the headings under which lists show them. */
export const exampleTable: Readonly<Record<string, readonly ExampleTemplate[]>> = {
  'Change records': [
    {
      name: 'Answer a proposal',
      file: 'answer-proposal',
      sender: 'administrator',
      component: 'proposals',
      setting: 'proposalAnsweringEnabled',
      record: 'proposals',
      variables: (locale) => ({
        input: { attributes: { state: 'accepted', answerContent: { [locale]: 'We will do it next year.' } } },
      }),
    },
    {
      name: 'Create a meeting',
      file: 'create-meeting',
      sender: 'participant',
      component: 'meetings',
      setting: 'creationEnabledForParticipants',
      variables: (locale) => ({ input: meetingInput(locale, 'A meeting') }),
    },
    {
      name: 'Update a meeting',
      file: 'update-meeting',
      sender: 'author',
      component: 'meetings',
      record: 'meetings',
      suits: (meeting) => 'closedAt' in meeting && meeting.closedAt === null,
      variables: (locale) => ({ input: meetingInput(locale, 'A meeting that has moved') }),
    },
    {
      name: 'Create a result',
      file: 'create-result',
      sender: 'administrator',
      component: 'accountability',
      variables: (locale) => ({
        input: {
          attributes: {
            title: { [locale]: 'A new bench' },
            description: { [locale]: 'Made to try the API.' },
            startDate: '2027-05-01',
            progress: 25,
          },
        },
      }),
    },
    {
      name: 'Write a comment',
      file: 'add-comment',
      sender: 'participant',
      component: 'proposals',
      setting: 'commentsEnabled',
      record: 'proposals',
      variables: () => ({ body: 'A good idea.' }),
    },
  ],
  'Read the world': [
    { name: 'The organization and its taxonomies', file: 'organization' },
    { name: 'The processes and their components', file: 'processes' },
    { name: 'The assemblies', file: 'assemblies' },
    { name: 'Statistics of the organization', file: 'statistics' },
    { name: 'Who is signed in', file: 'session', sender: 'participant' },
  ],
  'Read a component': [
    { name: 'Proposals, first page', file: 'proposals', component: 'proposals', record: 'proposals' },
    { name: 'Meetings, first page', file: 'meetings', component: 'meetings', record: 'meetings' },
    { name: 'Results and their statuses', file: 'results', component: 'accountability' },
    { name: 'Budgets and their projects', file: 'budgets', component: 'budgets' },
    { name: 'Debates', file: 'debates', component: 'debates' },
  ],
  'Read a record': [
    {
      name: 'A proposal and its answer',
      file: 'proposal',
      component: 'proposals',
      record: 'proposals',
      suits: (proposal) => 'answer' in proposal && proposal.answer !== null,
    },
    { name: 'A meeting in every locale', file: 'meeting', component: 'meetings', record: 'meetings' },
    { name: 'A result, its children and proposals', file: 'result', component: 'accountability', record: 'results' },
    { name: 'The comments on a proposal', file: 'comments', component: 'proposals', record: 'proposals' },
    { name: 'The versions of a proposal', file: 'versions', component: 'proposals', record: 'proposals' },
    { name: 'A post and its likes', file: 'post', component: 'blogs', record: 'posts' },
  ],
};
