import { readFileSync } from 'node:fs';

/**
 * A request of an operation; `isExpected` checks the body of the response.
 * @typedef {object} OperationRequest
 * @property {string} token the bearer token of the viewer
 * @property {{ query: string, variables?: object }} body
 * @property {(body: any) => boolean} isExpected
 */

/**
 * An operation that is measured. Several requests, sent one after the other, are measured as one unit.
 * @typedef {object} Operation
 * @property {string} key its name on the command line
 * @property {string} name its name in the results, with its schema coordinate
 * @property {string} unit what is counted
 * @property {number} connections each sends its next request when it has received a response
 * @property {boolean} hasEcho whether a server that responds with the request is worth comparing
 * @property {boolean} [isDecidim] whether only the schema of Decidim has it
 * @property {OperationRequest[]} requests
 */

/** The number of meetings in the list. */
export const listSize = 50;
const connections = 32;
const title = 'Neighbourhood assembly';

const readDocument = (/** @type {string} */ folder) =>
  readFileSync(new URL(`../../fixtures/cases/${folder}/operation.graphql`, import.meta.url), 'utf8').replaceAll(
    '{{locale}}',
    'en',
  );
const text = '{ translation(locale: "en") }';

const attributes = {
  title,
  description: 'What to build on the old market square.',
  startTime: '2027-03-12T18:00:00Z',
  endTime: '2027-03-12T20:00:00Z',
  address: 'Main Square 2',
  location: 'The old market hall',
  registrationType: 'REGISTRATION_DISABLED',
  typeOfMeeting: 'IN_PERSON',
  taxonomies: ['2', '3'],
};
const input = { locale: 'en', attributes };

/** @type {OperationRequest} */
const listMeetings = {
  token: 'member-token',
  body: {
    query: `{ component(id: 2) { ... on Meetings { meetings(first: ${listSize}) { nodes {
      id title ${text} startTime endTime address author { name }
    } } } } }`,
  },
  isExpected: ({ data, errors }) => {
    // The list starts with the meetings of the demo world.
    const nodes = data?.component?.meetings?.nodes;
    const last = nodes?.at(-1);
    return !errors && nodes?.length === listSize && Boolean(last.title.translation && last.author.name);
  },
};

/** @type {OperationRequest} */
export const createMeeting = {
  token: 'member-token',
  body: { query: readDocument('create-meeting'), variables: { componentId: '2', input } },
  isExpected: ({ data, errors }) => {
    const meeting = data?.component?.createMeeting;
    const isComplete = meeting?.title.translation === title && meeting.taxonomies.length === 2;
    return !errors && /^\d+$/.test(meeting?.id) && isComplete;
  },
};

/** @type {OperationRequest} */
const updateMeeting = {
  token: 'member-token',
  body: { query: readDocument('update-meeting'), variables: { componentId: '2', meetingId: '2', input } },
  isExpected: ({ data, errors }) => {
    const meeting = data?.component?.meeting?.update;
    return !errors && meeting?.id === '2' && meeting.title.translation === title;
  },
};

const answerContent = { en: 'We build it next year.', ca: 'Ho fem l’any vinent.' };

/** @type {OperationRequest} */
const answerProposal = {
  token: 'admin-token',
  body: {
    query: readDocument('answer'),
    variables: {
      componentId: '1',
      proposalId: '1',
      input: { attributes: { state: 'accepted', answerContent, cost: 1234.5 } },
    },
  },
  isExpected: ({ data, errors }) => {
    const proposal = data?.component?.proposal?.answer;
    return (
      !errors && proposal?.state === 'accepted' && Boolean(proposal.cost) && proposal.answer.translations.length === 2
    );
  },
};

/** Participants must not create meetings in component 3. @type {OperationRequest} */
const refusedMeeting = {
  token: 'member-token',
  body: { query: readDocument('create-meeting'), variables: { componentId: '3', input } },
  isExpected: ({ data, errors }) => errors?.length === 1 && data?.component?.createMeeting === null,
};

/** What a frontend requests for a page with proposals and meetings. @type {OperationRequest[]} */
const pageRequests = [
  {
    token: 'member-token',
    body: {
      query: `query Layout($process: ID!) {
        session { user { id name nickname } }
        organization { name ${text} }
        participatoryProcess(id: $process) { id title ${text} components { id name ${text} } }
      }`,
      variables: { process: '1' },
    },
    isExpected: ({ data, errors }) =>
      !errors && Boolean(data?.session?.user.name) && data.participatoryProcess.components.length > 1,
  },
  {
    token: 'member-token',
    body: {
      query: `query ProposalsPage($component: ID!, $first: Int!) {
        component(id: $component) { id name ${text} ... on Proposals { proposals(first: $first) {
          nodes { id title ${text} body ${text} author { name } createdAt state answer ${text} answeredAt cost }
          pageInfo { hasNextPage endCursor }
        } } }
      }`,
      variables: { component: '1', first: 20 },
    },
    isExpected: ({ data, errors }) => {
      const nodes = data?.component?.proposals?.nodes;
      const answered = nodes?.filter(
        (/** @type {any} */ { answer, state }) => answer?.translation && state === 'accepted',
      );
      return !errors && nodes?.length === 20 && answered.length > 1 && data.component.proposals.pageInfo.hasNextPage;
    },
  },
  {
    token: 'member-token',
    body: {
      query: `query NextMeetings($component: ID!, $first: Int!) {
        component(id: $component) { id name ${text} ... on Meetings { meetings(first: $first) {
          nodes { id title ${text} startTime endTime address location ${text} taxonomies { name ${text} } }
          pageInfo { hasNextPage endCursor }
        } } }
      }`,
      variables: { component: '2', first: 10 },
    },
    isExpected: ({ data, errors }) => {
      const nodes = data?.component?.meetings?.nodes;
      return !errors && nodes?.length === 10 && nodes.at(-1).taxonomies.length === 2;
    },
  },
];

/** @type {OperationRequest} */
const listComments = {
  token: 'member-token',
  body: {
    query: `{ component(id: 1) { ... on Proposals { proposal(id: 1) { totalCommentsCount comments {
      id body createdAt alignment upVotes downVotes upVoted downVoted author { id name nickname }
    } } } } }`,
  },
  isExpected: ({ data, errors }) => {
    const proposal = data?.component?.proposal;
    const last = proposal?.comments.at(-1);
    return !errors && proposal?.totalCommentsCount === listSize && last.upVotes + last.downVotes === 3;
  },
};

/** What a frontend requests for its home page. @type {OperationRequest[]} */
const homeRequests = [
  {
    token: 'member-token',
    body: {
      query: `{ organization { name ${text} stats { key value name ${text} } taxonomies { id name ${text} } } session { user { id name } } }`,
    },
    isExpected: ({ data, errors }) => !errors && data?.organization?.stats.length > 1,
  },
  {
    token: 'member-token',
    body: {
      query: `{
        participatoryProcesses { id slug title ${text} shortDescription ${text} url startDate endDate
          stats { key value } components { id name ${text} __typename } }
        assemblies { id slug title ${text} url }
      }`,
    },
    isExpected: ({ data, errors }) => !errors && data?.participatoryProcesses?.[0].components.length > 5,
  },
  {
    token: 'member-token',
    body: {
      query: `{
        proposals: component(id: 1) { ... on Proposals { proposals(first: 6) { nodes {
          id title ${text} url totalCommentsCount likesCount author { name } taxonomies { name ${text} }
        } } } }
        meetings: component(id: 2) { ... on Meetings { meetings(first: 6) { nodes {
          id title ${text} url startTime endTime location ${text}
        } } } }
      }`,
    },
    isExpected: ({ data, errors }) =>
      !errors && data?.proposals?.proposals.nodes.length === 6 && data.meetings.meetings.nodes.length === 6,
  },
];

const single = { unit: 'requests', connections, hasEcho: true };

/**
 * In the order in which they are measured on a server: createMeeting is last, because it adds tens of thousands of meetings.
 * @type {Operation[]}
 */
export const operations = [
  { ...single, key: 'list', name: `Meetings.meetings(first: ${listSize})`, requests: [listMeetings] },
  { ...single, key: 'page', name: 'page of 3 queries', unit: 'pages', hasEcho: false, requests: pageRequests },
  {
    ...single,
    key: 'comments',
    name: `Proposal.comments, ${listSize} with votes`,
    hasEcho: false,
    isDecidim: true,
    requests: [listComments],
  },
  {
    ...single,
    key: 'home',
    name: 'home page of 3 queries',
    unit: 'pages',
    hasEcho: false,
    isDecidim: true,
    requests: homeRequests,
  },
  {
    ...single,
    key: 'refused',
    name: 'MeetingsMutation.createMeeting, not authorized',
    hasEcho: false,
    requests: [refusedMeeting],
  },
  { ...single, key: 'update', name: 'MeetingMutation.update', requests: [updateMeeting] },
  { ...single, key: 'answer', name: 'ProposalMutation.answer', requests: [answerProposal] },
  { ...single, key: 'create', name: 'MeetingsMutation.createMeeting', requests: [createMeeting] },
  {
    ...single,
    key: 'create-64',
    name: 'MeetingsMutation.createMeeting',
    connections: 64,
    requests: [createMeeting],
  },
];
