import Fastify from 'fastify';
import mercurius from 'mercurius';
import { schema } from './schema.mjs';

const app = Fastify();
// Operations are compiled after one request.
app.register(mercurius, { schema, jit: 1 });
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}/graphql\n`);
