import { type IncomingMessage, type Server, request as sendRequest } from 'node:http';
import { type Duplex, Readable, duplexPair } from 'node:stream';

/** Answers a request as the global `fetch` does, but does not follow redirects. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

// These statuses have no body, not even an empty one.
const nullBodyStatuses = new Set([204, 205, 304]);

/**
 * Creates a `fetch` whose requests reach the server through a pair of streams instead of a network socket. A relative URL
 * is resolved against `baseUrl`; the server answers whatever the host is. The additional headers win over those of a request.
 */
export const createFetch =
  (server: Server, baseUrl: string, additionalHeaders: Readonly<Record<string, string>> = {}): Fetch =>
  async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, baseUrl), init);
    const { method, signal } = request;
    const { host, pathname, search } = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    const headers: Record<string, string> = {
      accept: '*/*',
      ...Object.fromEntries(request.headers),
      ...additionalHeaders,
      host,
    };
    if (body.length > 0) headers['content-length'] = String(body.length);
    return new Promise((resolve, reject) => {
      sendRequest({ createConnection: () => connect(server), method, path: pathname + search, headers, signal })
        .once('response', (message) => resolve(createResponse(message)))
        .once('error', reject)
        .end(body);
    });
  };

function connect(server: Server): Duplex {
  const [clientSide, serverSide] = duplexPair();
  // Unlike the ends of a socket, a side of the pair does not end when the other one is destroyed.
  serverSide.once('close', () => clientSide.push(null));
  clientSide.once('close', () => serverSide.destroy());
  server.emit('connection', serverSide);
  return clientSide;
}

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
