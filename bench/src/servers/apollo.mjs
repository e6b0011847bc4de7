import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { createContext, schema } from './schema.mjs';

const server = new ApolloServer({ schema });
const { url } = await startStandaloneServer(server, {
  listen: { port: 0, host: '127.0.0.1' },
  context: async ({ req }) => createContext(req.headers.authorization),
});
process.stdout.write(`Apollo Server listens at ${url}\n`);
