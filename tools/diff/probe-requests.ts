import type { DiffRequest } from './exchange.ts';

const creating = (title: string): DiffRequest => ({
  subject: 'MeetingsMutation.createMeeting',
  parentCoordinate: 'MeetingsMutation.createMeeting',
  actor: 'member',
  query: `mutation { component(id: 2) { ... on MeetingsMutation { createMeeting(input: { locale: "en", attributes: {
    title: "${title}", description: "Everybody is welcome to it.", startTime: "2027-03-12T18:00:00Z",
    endTime: "2027-03-12T20:00:00Z", registrationType: REGISTRATION_DISABLED, typeOfMeeting: IN_PERSON,
    address: "Main Square 1", location: "Town hall" } }) { id } } } }`,
  responsePath: ['component', 'createMeeting'],
});

/**
 * Requests that are no part of what is compared: one in English that is refused, as a platform may go on in the locale of what
 * was written before, and one that creates a meeting.
 */
export const probeRequests = { refused: creating(''), valid: creating('A meeting to catch up') };
