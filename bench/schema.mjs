import { buildSchema } from 'graphql';

// What Apollo Server and Mercurius serve: meetings in memory, and the least that the two operations need.
export const schema = buildSchema(`
  interface ComponentInterface { id: ID! }
  interface ComponentMutation { id: ID! }
  type Query { component(id: ID!): ComponentInterface }
  type Mutation { component(id: ID!): ComponentMutation! }
  type Meetings implements ComponentInterface { id: ID!, meetings(first: Int): MeetingConnection }
  type MeetingsMutation implements ComponentMutation { id: ID!, createMeeting(input: CreateMeetingInput!): Meeting }
  type MeetingConnection { nodes: [Meeting] }
  type Meeting {
    id: ID!, title: TranslatedField!, description: TranslatedField, startTime: String!, address: String, author: User
  }
  type TranslatedField { translation(locale: String): String }
  type User { id: ID!, name: String! }
  enum RegistrationTypeType { REGISTRATION_DISABLED }
  enum TypeOfMeeting { IN_PERSON }
  input CreateMeetingInput { locale: String, attributes: MeetingAttributes! }
  input MeetingAttributes {
    title: String!, description: String!, startTime: String!, endTime: String!, address: String, location: String,
    registrationType: RegistrationTypeType!, typeOfMeeting: TypeOfMeeting!
  }
`);

const author = { id: 2, name: 'Ada' };
const meetings = [];
function createMeeting({ attributes: { title, description, startTime, address } }) {
  const meeting = {
    id: meetings.length + 1,
    title: { en: title },
    description: { en: description },
    startTime,
    address,
    author,
  };
  meetings.push(meeting);
  return meeting;
}
for (let count = 0; count < 60; count += 1)
  createMeeting({
    attributes: { title: 'Meeting of the neighbourhood', description: 'Described.', startTime: '2027-04-12T18:00:00Z' },
  });

const resolvers = {
  Query: { component: () => ({ __typename: 'Meetings', id: 2 }) },
  Mutation: { component: () => ({ __typename: 'MeetingsMutation', id: 2 }) },
  Meetings: { meetings: (_, { first }) => ({ nodes: meetings.slice(0, first) }) },
  MeetingsMutation: { createMeeting: (_, { input }) => createMeeting(input) },
  TranslatedField: { translation: (texts, { locale }) => texts[locale] ?? null },
};
for (const [type, fields] of Object.entries(resolvers))
  for (const [field, resolve] of Object.entries(fields)) schema.getType(type).getFields()[field].resolve = resolve;
