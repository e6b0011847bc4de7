import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import type { Readable } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import { endToEndHeaders, headerKey } from './end-to-end-headers.ts';

/** The body of a request as it is forwarded, and the headers that say where it ends. */
export interface ForwardedBody {
  /** Undefined for a request without a body. */
  body: string | Readable | undefined;
  headers: Record<string, string>;
}

/**
 * The body of a request that arrived, with the length that Node's parser read, so that what is sent ends where it ended for
 * this server, whatever headers the client adds. GET and HEAD are forwarded without a body.
 */
export function forwardedBody(incoming: IncomingMessage): ForwardedBody {
  const { method, headers } = incoming;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const length = headers['content-length'];
  if (method === 'GET' || method === 'HEAD' || (!isChunked && length === undefined))
    return { body: undefined, headers: {} };
  return {
    body: incoming,
    headers: isChunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(Number(length)) },
  };
}

/** The end-to-end headers of a request that arrived, without `Host` and those that say where its body ends. */
export const forwardedHeaders = (incoming: IncomingMessage): [name: string, value: string][] =>
  endToEndHeaders(incoming).filter(([name]) => !['host', 'content-length'].includes(headerKey(name)));

/** A request that is forwarded. */
export interface RequestToForward {
  method: string;
  /** The path with the query string. */
  path: string;
  headers: OutgoingHttpHeaders;
}

/**
 * Starts a request to the origin of a URL, over a connection of its own; the caller ends or pipes the body. `start` is the
 * function of `node:http` or `node:https`. Throws a TypeError for a path that does not begin with a slash.
 */
export function startForwarding(
  url: URL,
  { method, path, headers }: RequestToForward,
  start: typeof requestHttp,
): ClientRequest {
  // The request line of another form names another server.
  if (!/^\/[\x21-\x7e\x80-\xff]*$/.test(path)) throw new TypeError('a forwarded path begins with a slash');
  // The upstream may close a kept-alive connection at the moment of its reuse, and the body cannot be sent again.
  return start({ ...urlToHttpOptions(url), method, path, headers, agent: false });
}
