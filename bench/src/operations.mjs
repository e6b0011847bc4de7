import { readFileSync } from 'node:fs';

/**
 * An operation that is measured; its name is its schema coordinate.
 * @typedef {object} Operation
 * @property {string} name
 * @property {{ query: string, variables?: object }} request
 * @property {(data: any) => boolean} isExpectedData whether the `data` of a response is as expected
 */

const title = 'Neighbourhood assembly';
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

/** The number of meetings on a page of the list. */
export const pageSize = 50;

/** @type {Operation} */
export const createMeeting = {
  name: 'MeetingsMutation.createMeeting',
  request: {
    query: readFileSync(new URL('../../fixtures/create-meeting/operation.graphql', import.meta.url), 'utf8'),
    variables: { componentId: '2', input: { locale: 'en', attributes } },
  },
  isExpectedData: (data) => {
    const meeting = data?.component?.createMeeting;
    return /^\d+$/.test(meeting?.id) && meeting.title.translation === title && meeting.taxonomies.length === 2;
  },
};

/** @type {Operation} */
export const listMeetings = {
  name: 'Meetings.meetings',
  request: {
    query: `{ component(id: 2) { ... on Meetings { meetings(first: ${pageSize}) { nodes {
      id title { translation(locale: "en") } startTime endTime address author { name }
    } } } } }`,
  },
  isExpectedData: (data) => {
    // A page of the stand-in starts with the meetings of its demo world; only the last meeting is the same on every server.
    const nodes = data?.component?.meetings?.nodes;
    return nodes?.length === pageSize && nodes.at(-1).title.translation === title && Boolean(nodes.at(-1).author.name);
  },
};
