import Fastify from 'fastify';
import mercurius from 'mercurius';
import { createContext, schema } from './schema.mjs';

const app = Fastify();
app.register(mercurius, {
  schema,
  path: '/api',
  // Operations are compiled by graphql-jit after one request.
  jit: 1,
  context: ({ headers }) => createContext(headers.authorization),
});
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`Mercurius listens at ${address}/api\n`);
