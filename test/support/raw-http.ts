import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type RequestListener,
  createServer as createHttpServer,
  request,
} from 'node:http';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import type { TestContext } from 'node:test';

/** Starts a server on a free port, and stops it after the test. */
export async function listenOnFreePort(t: Pick<TestContext, 'after'>, listener: RequestListener) {
  const server = createHttpServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A request with exactly these headers, in addition to those that HTTP requires. */
export interface RawRequest {
  /** `POST` by default. */
  method?: string;
  /** `/api` by default. */
  path?: string;
  /** `jsonHeaders` by default. */
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
  /** Does not end the request after the body, so that the server has to respond earlier. */
  unfinished?: boolean;
}

export interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export const jsonHeaders = { 'content-type': 'application/json' };
/** The shortest request and its response. */
export const typenameRequest = '{"query":"{ __typename }"}';
export const typenameResponse = '{"data":{"__typename":"Query"}}';

/** Sends a request to the server of `url` on a connection of its own. Rejects after 30 seconds. The body of an unfinished request is chunked. */
export function sendRawRequest(
  url: string,
  { method = 'POST', path = '/api', headers = jsonHeaders, body, unfinished }: RawRequest,
) {
  return new Promise<RawResponse>((resolve, reject) => {
    const outgoing = request(
      new URL(path, url),
      { method, headers, agent: false, signal: AbortSignal.timeout(30_000) },
      (incoming) => {
        let text = '';
        incoming
          .on('error', reject)
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part));
        incoming.on('end', () => {
          resolve({ status: incoming.statusCode!, headers: incoming.headers, text });
          if (unfinished) outgoing.destroy();
        });
      },
    );
    outgoing.on('error', reject);
    if (unfinished) outgoing.write(body);
    else outgoing.end(body);
  });
}

/** Asserts the status of an HTTP error, and a body with one GraphQL error that matches the message. */
export function assertHttpError({ status, headers, text }: RawResponse, expectedStatus: number, message: RegExp): void {
  assert.equal(status, expectedStatus, text);
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  const { errors, ...rest } = JSON.parse(text) as { errors: { message: string }[] };
  assert.deepEqual(errors, [{ message: errors[0]!.message }]);
  assert.match(errors[0]!.message, message);
  assert.deepEqual(rest, {});
}

/**
 * Starts a server that gets the socket and the text of each request of at most 64 KiB, and writes what it wants. It ends with the
 * test. Returns its origin.
 */
export async function startRawServer(
  t: TestContext,
  respond: (socket: Socket, request: string) => void,
): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => respond(socket, chunk.toString('latin1')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
