import { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Readable } from 'node:stream';

/** Answers a request as the global `fetch` does, but does not follow redirects. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** What a request needs besides its method, headers and signal: how to reach the server, the path, and further headers. */
export type Destination = Pick<RequestOptions, 'createConnection' | 'agent' | 'host' | 'port' | 'path'> & {
  headers: Record<string, string>;
};

// These statuses have no body, not even an empty one.
const nullBodyStatuses = new Set([204, 205, 304]);

/**
 * Creates a `fetch` that sends each request with `send` to its destination, which depends on its URL. A relative URL is resolved
 * against `baseUrl`.
 */
export const createFetchTo =
  (
    send: (options: RequestOptions) => ClientRequest,
    baseUrl: string,
    destinationOf: (url: URL) => Destination,
  ): Fetch =>
  async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, baseUrl), init);
    const { method, signal } = request;
    const body = Buffer.from(await request.arrayBuffer());
    const { headers: further, ...destination } = destinationOf(new URL(request.url));
    const headers: Record<string, string> = { accept: '*/*', ...Object.fromEntries(request.headers), ...further };
    if (body.length > 0) headers['content-length'] = String(body.length);
    return new Promise((resolve, reject) => {
      send({ ...destination, method, headers, signal })
        .once('response', (message) => resolve(createResponse(message)))
        .once('error', reject)
        // The signal of a Request that is collected as garbage does not follow the caller's any more, so both are kept until the end.
        .once('close', () => void [input, request])
        .end(body);
    });
  };

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
