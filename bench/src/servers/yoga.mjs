import { createServer } from 'node:http';
import { createYoga } from 'graphql-yoga';
import { createContext, schema } from './schema.mjs';

const yoga = createYoga({
  schema,
  graphqlEndpoint: '/api',
  logging: false,
  context: ({ request }) => createContext(request.headers.get('authorization')),
});
const server = createServer((request, response) => void yoga(request, response));
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`GraphQL Yoga listens at http://127.0.0.1:${port}/api\n`);
});
