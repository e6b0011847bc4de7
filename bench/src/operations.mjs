import { readFileSync } from 'node:fs';

/**
 * An operation that is timed, by its schema coordinate.
 * @typedef {object} Operation
 * @property {string} name
 * @property {{ query: string, variables?: object }} request
 * @property {(data: any) => boolean} answered whether the `data` of an answer is what was asked for
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

/** How many meetings a page of the list has. */
export const pageSize = 50;

/** @type {Operation} */
export const createMeeting = {
  name: 'MeetingsMutation.createMeeting',
  request: {
    query: readFileSync(new URL('../../fixtures/create-meeting/operation.graphql', import.meta.url), 'utf8'),
    variables: { componentId: '2', input: { locale: 'en', attributes } },
  },
  answered: (data) => {
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
  answered: (data) => {
    // The stand-in's page begins with the few meetings of its world: the last one is ours everywhere.
    const nodes = data?.component?.meetings?.nodes;
    return nodes?.length === pageSize && nodes.at(-1).title.translation === title && Boolean(nodes.at(-1).author.name);
  },
};
