import { type IncomingMessage, type ServerResponse, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { type ForeignResponseError, receiveResponse } from '../../src/client/foreign-response.ts';

export type HeaderPair = [name: string, value: string];

interface ForwardOptions {
  upstream: URL;
  /** Time limit for the upstream to send something. */
  timeoutMs: number;
  /** Called with the headers of the upstream's response, before its body. */
  onResponse: (response: IncomingMessage) => void;
  /** The headers that say which web pages may read the response, instead of those of the upstream. */
  corsHeaders: HeaderPair[];
}

/**
 * The headers that say where the body of a request ends, with the length that Node's parser read, so that what is sent ends where
 * it ended for this server, whatever headers the client adds. Undefined for a request without a body. GET and HEAD are forwarded without one.
 */
function framingOf({ method, headers }: IncomingMessage): Record<string, string> | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (headers['transfer-encoding'] !== undefined) return { 'Transfer-Encoding': 'chunked' };
  const length = headers['content-length'];
  return length === undefined ? undefined : { 'Content-Length': String(Number(length)) };
}

/** The end-to-end headers of a request that arrived, without `Host` and those that say where its body ends. */
const forwardedHeaders = (incoming: IncomingMessage): HeaderPair[] =>
  endToEndHeaders(incoming).filter(([name]) => !['host', 'content-length'].includes(headerKey(name)));

const isCorsHeader = (name: string): boolean => /^access-control-/i.test(name);

/** Sends a status with a GraphQL error, unless the client has disconnected. */
export function sendError(response: ServerResponse, status: number, message: string): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' });
  response.end(JSON.stringify({ errors: [{ message }] }));
}

/**
 * Forwards a request to the upstream and its response to the client, unchanged except for Host, the hop-by-hop headers
 * (https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1), those of CORS, and the bodies of GET and HEAD. The client gets status 502 if the upstream has no valid response.
 */
export function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  { upstream, timeoutMs, onResponse, corsHeaders }: ForwardOptions,
) {
  if (!incoming.url!.startsWith('/')) {
    // A proxy of the upstream would send it to another server.
    incoming.resume();
    return sendError(response, 400, 'The target of the request must be a path.');
  }
  const framing = framingOf(incoming);
  const startRequest = upstream.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = startRequest({
    ...urlToHttpOptions(upstream),
    method: incoming.method,
    path: upstreamPath(upstream, incoming.url!),
    headers: { ...groupHeaders(forwardedHeaders(incoming)), ...framing, Host: upstream.host },
    // The upstream may close a kept-alive connection at the moment of its reuse, and the body cannot be sent again.
    agent: false,
  });
  const sendResponse = (upstreamResponse: IncomingMessage): void => {
    upstreamResponse.on('error', () => response.destroy());
    onResponse(upstreamResponse);
    response.sendDate = false;
    const { statusCode, statusMessage } = upstreamResponse;
    const headers = [...endToEndHeaders(upstreamResponse).filter(([name]) => !isCorsHeader(name)), ...corsHeaders];
    response.writeHead(statusCode!, statusMessage, headers.flat());
    upstreamResponse.pipe(response);
  };
  const fail = ({ kind, message }: ForeignResponseError): void => {
    incoming.unpipe(outgoing).resume();
    sendError(response, 502, `The upstream ${kind === 'invalid' ? 'sends' : 'does not respond:'} ${message}`);
  };
  void receiveResponse(outgoing, timeoutMs).then(sendResponse, fail);
  response.on('close', () => outgoing.destroy());
  if (framing) return incoming.pipe(outgoing);
  incoming.resume();
  return outgoing.end();
}

/** The path of a request at the upstream; one outside the upstream's path is appended to it. */
export function upstreamPath({ pathname }: URL, path: string): string {
  const base = pathname.replace(/\/$/, '');
  if (path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}?`)) return path;
  return path === '/' || path.startsWith('/?') ? base + path.slice(1) : base + path;
}

const hopByHopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // Node has already sent "100 Continue" to the client.
  'expect',
]);

// Who sends a body says where it ends; no header of another connection can change that.
const framingHeaders = new Set(['content-length', 'transfer-encoding']);

/** A header without differences that servers overlook: they take `_` for `-`. */
const headerKey = (name: string): string => name.toLowerCase().replaceAll('_', '-');

/**
 * The headers of a message that a proxy forwards, with their original spelling: all but the hop-by-hop headers and those that
 * `Connection` names (https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1). `Connection` cannot remove the length of a body.
 */
function endToEndHeaders({ rawHeaders, headers }: IncomingMessage): HeaderPair[] {
  const connectionHeaders = headers.connection?.toLowerCase().split(/\s*,\s*/) ?? [];
  const pairs = rawHeaders.flatMap((name, index): HeaderPair[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1]!]] : [],
  );
  return pairs.filter(([name]) => {
    const isNamed = connectionHeaders.includes(name.toLowerCase()) && !framingHeaders.has(name.toLowerCase());
    return !hopByHopHeaders.has(headerKey(name)) && !isNamed;
  });
}

/** Collects the values of each header, under the spelling that it has first. */
function groupHeaders(pairs: readonly HeaderPair[]): Record<string, string[]> {
  const headers = new Map<string, [string, string[]]>();
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    const [spelling, values] = headers.get(key) ?? [name, []];
    headers.set(key, [spelling, [...values, value]]);
  }
  return Object.fromEntries(headers.values());
}
