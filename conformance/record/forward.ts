import { type IncomingMessage, type ServerResponse, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { endToEndHeaders, groupHeaders } from '../../src/server/http/end-to-end-headers.ts';

export interface ForwardOptions {
  upstream: URL;
  /** Time limit for the upstream to send something. */
  timeoutMs: number;
  /** Called with the headers of the upstream's response, before its body. */
  onResponse: (response: IncomingMessage) => void;
}

/**
 * Forwards a request to the upstream and its response to the client, unchanged except for Host and the hop-by-hop headers
 * (https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1). The client gets status 502 if the upstream does not respond.
 */
export function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  { upstream, timeoutMs, onResponse }: ForwardOptions,
) {
  const sendRequest = upstream.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = sendRequest({
    ...urlToHttpOptions(upstream),
    method: incoming.method,
    path: upstreamPath(upstream, incoming.url!),
    headers: { ...requestHeaders(incoming), Host: upstream.host },
    // The upstream may close a kept-alive connection at the moment of its reuse, and the body cannot be sent again.
    agent: false,
  });
  const fail = ({ code, message }: NodeJS.ErrnoException) => {
    if (response.headersSent) return response.destroy();
    incoming.unpipe(outgoing).resume();
    const body = JSON.stringify({ errors: [{ message: `The upstream does not respond: ${code ?? message}` }] });
    response.writeHead(502, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' });
    return response.end(body);
  };
  outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error(`nothing received for ${timeoutMs} ms`)));
  outgoing.on('error', fail);
  outgoing.on('response', (upstreamResponse) => {
    upstreamResponse.on('error', fail);
    onResponse(upstreamResponse);
    response.sendDate = false;
    const { statusCode, statusMessage } = upstreamResponse;
    response.writeHead(statusCode!, statusMessage, endToEndHeaders(upstreamResponse).flat());
    upstreamResponse.pipe(response);
  });
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

/** The path of a request at the upstream; one outside the upstream's path is appended to it. */
export function upstreamPath({ pathname }: URL, path: string): string {
  const base = pathname.replace(/\/$/, '');
  if (path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}?`)) return path;
  return path === '/' || path.startsWith('/?') ? base + path.slice(1) : base + path;
}

function requestHeaders(incoming: IncomingMessage): Record<string, string[]> {
  const headers = groupHeaders(endToEndHeaders(incoming).filter(([name]) => name.toLowerCase() !== 'host'));
  // Without it, Node sends no end of a body without a length if the method usually has no body.
  if (incoming.headers['transfer-encoding']) headers['Transfer-Encoding'] = ['chunked'];
  return headers;
}
