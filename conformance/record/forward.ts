import { type IncomingMessage, type ServerResponse, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { urlToHttpOptions } from 'node:url';

/** Where requests are forwarded to, and who is told of the answers. */
export interface ForwardOptions {
  upstream: URL;
  /** Milliseconds that the upstream may be silent. */
  timeoutMs: number;
  /** Told of an answer when its head is there; its body follows. */
  onResponse: (answer: IncomingMessage) => void;
}

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // Node has said "100 Continue" to the client already.
  'expect',
]);

/**
 * Sends a request on to the upstream and the answer back, as they are but for Host and the hop-by-hop headers
 * (https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1). An upstream that does not answer is a 502.
 */
export function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  { upstream, timeoutMs, onResponse }: ForwardOptions,
) {
  const send = upstream.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = send({
    ...urlToHttpOptions(upstream),
    method: incoming.method,
    path: upstreamPath(upstream, incoming.url!),
    headers: { ...requestHeaders(incoming), Host: upstream.host },
    // A connection of its own: one that was kept can be closed just as it is used, and a body is not sent twice.
    agent: false,
  });
  const fail = ({ code, message }: NodeJS.ErrnoException) => {
    if (response.headersSent) return response.destroy();
    incoming.unpipe(outgoing).resume();
    const body = JSON.stringify({ errors: [{ message: `The upstream does not answer: ${code ?? message}` }] });
    response.writeHead(502, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' });
    return response.end(body);
  };
  outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error(`silent for ${timeoutMs} ms`)));
  outgoing.on('error', fail);
  outgoing.on('response', (answer) => {
    answer.on('error', fail);
    onResponse(answer);
    response.sendDate = false;
    response.writeHead(answer.statusCode!, answer.statusMessage, endToEnd(answer).flat());
    answer.pipe(response);
  });
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

/** The path at the upstream: one that is not below the upstream's own is put below it. */
export function upstreamPath({ pathname }: URL, path: string): string {
  const base = pathname.replace(/\/$/, '');
  if (path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}?`)) return path;
  return path === '/' || path.startsWith('/?') ? base + path.slice(1) : base + path;
}

/** The headers of a message that are meant for the other end, as they were written. */
function endToEnd({ rawHeaders, headers }: IncomingMessage): [string, string][] {
  const named = headers.connection?.toLowerCase().split(/\s*,\s*/) ?? [];
  const pairs = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1]!]] : [],
  );
  return pairs.filter(([name]) => !hopByHop.has(name.toLowerCase()) && !named.includes(name.toLowerCase()));
}

function requestHeaders(incoming: IncomingMessage): Record<string, string[]> {
  const headers = new Map<string, [string, string[]]>();
  for (const [name, value] of endToEnd(incoming)) {
    const key = name.toLowerCase();
    if (key === 'host') continue;
    const [written, values] = headers.get(key) ?? [name, []];
    headers.set(key, [written, [...values, value]]);
  }
  // A body without a length, of a method that Node expects none of, would be sent without an end.
  if (incoming.headers['transfer-encoding']) headers.set('transfer-encoding', ['Transfer-Encoding', ['chunked']]);
  return Object.fromEntries(headers.values());
}
