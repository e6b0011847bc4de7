import { type ClientRequest, type IncomingMessage, type ServerResponse, request as requestHttp } from 'node:http';
import type { Readable } from 'node:stream';
import { ForeignResponseError, receiveResponse } from '../../client/foreign-response.ts';
import { type RequestToForward, startForwarding } from '../../client/forwarded-request.ts';

/** A request to the upstream. */
export interface UpstreamRequest extends RequestToForward {
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
 * with an UpstreamError, or with the error of the body.
 */
export async function sendToUpstream(
  { body, ...request }: UpstreamRequest,
  { origin, timeoutMs, client }: SendOptions,
): Promise<IncomingMessage> {
  const url = new URL(origin);
  // TLS takes time to load, and most servers have no upstream.
  const sendRequest = url.protocol === 'https:' ? (await import('node:https')).request : requestHttp;
  const outgoing = startForwarding(url, request, sendRequest);
  const response = receiveResponse(outgoing, timeoutMs);
  client.once('close', () => outgoing.destroy());
  if (client.destroyed) outgoing.destroy();
  if (body === undefined || typeof body === 'string') outgoing.end(body);
  else pipeBody(body, outgoing);
  try {
    return await response;
  } catch (error) {
    if (typeof body === 'object' && body.errored) throw body.errored;
    if (!(error instanceof ForeignResponseError)) throw error;
    const { kind, message } = error;
    const verb = kind === 'invalid' ? 'sends' : 'does not respond:';
    throw new UpstreamError(kind === 'late' ? 504 : 502, `The upstream ${origin} ${verb} ${message}.`);
  }
}

/** What is sent of a body that fails is no whole request, because its end is missing. */
function pipeBody(body: Readable, outgoing: ClientRequest): void {
  body.once('error', () => outgoing.destroy());
  body.pipe(outgoing);
}
