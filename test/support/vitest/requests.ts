import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnyData } from '../test-server.ts';

export const readJson = async (response: Response): Promise<AnyData> => (await response.json()) as AnyData;

/** A GraphQL request of the user with this token. */
export const post = (query: string, authorization = 'Bearer member-token'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization },
  body: JSON.stringify({ query }),
});

/** Starts a server that counts the requests that reach it, and answers them with `{}`. */
export async function countRequests(): Promise<{ url: string; server: Server; count: () => number }> {
  let received = 0;
  const server = createServer(({ method }, response) => {
    if (method !== 'OPTIONS') received += 1;
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  return { url, server, count: () => received };
}
