import { type ClientRequest, type IncomingMessage, type RequestOptions, type Server, request } from 'node:http';
import { type Duplex, Readable, duplexPair } from 'node:stream';

/** Answers a request as the global `fetch` does, but does not follow redirects. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

type AddedHeaders = Readonly<Record<string, string>>;

/**
 * Creates a `fetch` whose requests reach the server through a pair of streams instead of a network socket. A relative URL
 * is resolved against `baseUrl`; the server answers whatever the host is. The additional headers win over those of a request.
 */
export const createFetch = (server: Server, baseUrl: string, additionalHeaders: AddedHeaders = {}): Fetch =>
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

/** Creates a `fetch` whose requests all reach the server of a URL, whatever their host is. URLs in the responses have that host. */
export function createRemoteFetch(
  send: (options: RequestOptions) => ClientRequest,
  url: string,
  additionalHeaders: AddedHeaders = {},
): Fetch {
  const { origin, hostname, port, host: ownHost } = new URL(url);
  return createFetchTo(send, url, ({ origin: named, protocol, host, pathname, search }) => ({
    // A connection that was kept open can be closed by the server when it is used.
    agent: false,
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    path: pathname + search,
    headers: {
      ...additionalHeaders,
      host: ownHost,
      ...(named !== origin && { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host }),
    },
  }));
}

/** What a request needs besides its method, headers and signal: how to reach the server, the path, and further headers. */
type Destination = Pick<RequestOptions, 'createConnection' | 'agent' | 'host' | 'port' | 'path'> & {
  headers: Record<string, string>;
};

/**
 * Creates a `fetch` that sends each request with `send` to its destination, which depends on its URL. A relative URL is resolved
 * against `baseUrl`.
 */
const createFetchTo =
  (
    send: (options: RequestOptions) => ClientRequest,
    baseUrl: string,
    destinationOf: (url: URL) => Destination,
  ): Fetch =>
  async (input, init) => {
    const asked = new Request(input instanceof Request ? input : new URL(input, baseUrl), init);
    const { method, signal } = asked;
    const body = Buffer.from(await asked.arrayBuffer());
    const { headers: further, ...destination } = destinationOf(new URL(asked.url));
    const headers: Record<string, string> = { accept: '*/*', ...Object.fromEntries(asked.headers), ...further };
    if (body.length > 0) headers['content-length'] = String(body.length);
    return new Promise((resolve, reject) => {
      send({ ...destination, method, headers, signal })
        .once('response', (message) => resolve(createResponse(message)))
        .once('error', reject)
        // The signal of a Request that is collected as garbage does not follow the caller's any more, so both are kept until the end.
        .once('close', () => void [input, asked])
        .end(body);
    });
  };

// These statuses have no body, not even an empty one.
const nullBodyStatuses = new Set([204, 205, 304]);

function createResponse(message: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = message;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) headers.append(rawHeaders[index]!, rawHeaders[index + 1]!);
  const hasBody = !nullBodyStatuses.has(status);
  if (!hasBody) message.resume();
  return new Response(hasBody ? (Readable.toWeb(readableBody(message)) as ReadableStream) : null, {
    status,
    statusText,
    headers,
  });
}

/** A body without a length ends when the connection is closed, in whatever way. */
function readableBody(message: IncomingMessage): Readable {
  const { 'content-length': length, 'transfer-encoding': encoding } = message.headers;
  return length === undefined && encoding === undefined ? Readable.from(readUntilClosed(message)) : message;
}

async function* readUntilClosed(message: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* message as AsyncIterable<Buffer>;
  } catch {
    // What arrived is all there is.
  }
}
