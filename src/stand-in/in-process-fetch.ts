import { type Server, request } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { type Fetch, createFetchTo } from './send-fetch.ts';

/**
 * Creates a `fetch` whose requests reach the server through a pair of streams instead of a network socket. A relative URL
 * is resolved against `baseUrl`; the server answers whatever the host is. The additional headers win over those of a request.
 */
export const createFetch = (
  server: Server,
  baseUrl: string,
  additionalHeaders: Readonly<Record<string, string>> = {},
): Fetch =>
  createFetchTo(request, baseUrl, ({ protocol, host, pathname, search }) => ({
    createConnection: () => connect(server, protocol === 'https:'),
    path: pathname + search,
    headers: { ...additionalHeaders, host },
  }));

function connect(server: Server, encrypted: boolean): Duplex {
  const [clientSide, serverSide] = duplexPair();
  // Like the socket of an HTTPS server: URLs in the response then begin with `https`.
  Object.assign(serverSide, { encrypted });
  // Unlike the ends of a socket, a side of the pair does not end when the other one is destroyed.
  serverSide.once('close', () => clientSide.push(null));
  clientSide.once('close', () => serverSide.destroy());
  server.emit('connection', serverSide);
  return clientSide;
}
