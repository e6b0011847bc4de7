import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, request as requestHttp } from 'node:http';
import type { Readable } from 'node:stream';
import { urlToHttpOptions } from 'node:url';

/** A request to the upstream. */
export interface UpstreamRequest {
  method: string;
  /** The path with the query string. */
  path: string;
  headers: OutgoingHttpHeaders;
  body?: string | Readable | undefined;
}

/** Why the upstream has no response: status 502, or 504 if it did not send one in time. */
export class UpstreamError extends Error {
  readonly status: 502 | 504;

  constructor(status: 502 | 504, message: string) {
    super(message);
    this.status = status;
  }
}

interface SendOptions {
  origin: string;
  /** How long the upstream may send nothing. */
  timeoutMs: number;
  /** The response to the client; when it ends, so does the request. */
  client: ServerResponse;
}

/**
 * Sends a request to the upstream and resolves with its response when the headers are there. Redirects are not followed. Rejects
 * with an UpstreamError.
 */
export async function sendToUpstream(
  { method, path, headers, body }: UpstreamRequest,
  { origin, timeoutMs, client }: SendOptions,
): Promise<IncomingMessage> {
  const url = new URL(origin);
  // TLS takes time to load, and most servers have no upstream.
  const sendRequest = url.protocol === 'https:' ? (await import('node:https')).request : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest({
      ...urlToHttpOptions(url),
      method,
      path,
      headers,
      // The upstream may close a kept-alive connection at the moment of its reuse, and the body cannot be sent again.
      agent: false,
      timeout: timeoutMs,
    });
    let isLate = false;
    outgoing.once('timeout', () => {
      isLate = true;
      // Koa reports errors of a response, unless they are those of a connection.
      outgoing.destroy(Object.assign(new Error(`nothing received for ${timeoutMs} ms`), { code: 'ECONNABORTED' }));
    });
    outgoing.once('response', (message) => {
      const { statusCode = 0 } = message;
      if (statusCode >= 200) return resolve(message);
      message.destroy();
      return reject(new UpstreamError(502, `The upstream ${origin} sends the invalid status ${statusCode}.`));
    });
    outgoing.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason = isLate ? message : (code ?? message);
      reject(new UpstreamError(isLate ? 504 : 502, `The upstream ${origin} does not respond: ${reason}.`));
    });
    client.once('close', () => outgoing.destroy());
    if (client.destroyed) outgoing.destroy();
    if (body === undefined || typeof body === 'string') outgoing.end(body);
    else body.pipe(outgoing);
  });
}
