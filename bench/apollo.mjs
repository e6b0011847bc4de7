import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { schema } from './schema.mjs';

const { url } = await startStandaloneServer(new ApolloServer({ schema }), { listen: { port: 0, host: '127.0.0.1' } });
process.stdout.write(`${url}\n`);
