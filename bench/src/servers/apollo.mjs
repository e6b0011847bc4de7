import { readFileSync } from 'node:fs';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';

const read = (/** @type {string} */ file) => readFileSync(new URL(file, import.meta.url), 'utf8');

/** @type {{ id: number, name: object, parentId: number | null }[]} */
const taxonomies = JSON.parse(read('../../../fixtures/world/taxonomies.json'));
/** @type {any[]} */
const meetings = [];
const author = { name: 'Member robot' };

const resolvers = {
  Query: { component: (_, { id }) => ({ id }) },
  Mutation: { component: (_, { id }) => ({ id }) },
  Component: { __resolveType: () => 'Meetings' },
  ComponentMutation: { __resolveType: () => 'MeetingsMutation' },
  Meetings: { meetings: (_, { first }) => ({ nodes: meetings.slice(0, first) }) },
  MeetingsMutation: {
    createMeeting: (_, { input: { locale, attributes } }) => {
      const { title, description } = attributes;
      const texts = { title: { [locale]: title }, description: { [locale]: description } };
      const meeting = { ...attributes, ...texts, id: String(meetings.length + 1), author };
      meetings.push(meeting);
      return meeting;
    },
  },
  Meeting: { taxonomies: (meeting) => taxonomies.filter(({ id }) => meeting.taxonomies.includes(String(id))) },
  Taxonomy: { children: ({ id }) => taxonomies.filter(({ parentId }) => parentId === id) },
  TranslatedField: { translation: (texts, { locale }) => texts[locale] ?? null },
};

const server = new ApolloServer({ typeDefs: read('apollo.graphql'), resolvers });
const { url } = await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' } });
process.stdout.write(`Apollo Server listens at ${url}\n`);
