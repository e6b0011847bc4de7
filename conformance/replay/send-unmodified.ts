import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { NoResponseError } from '../../src/client/target.ts';
import { readResponseBody, receiveResponse } from '../../src/client/foreign-response.ts';
import type { RecordedRequest, RecordedResponse } from '../../src/client/recording.ts';

const timeoutMs = 30_000;

/**
 * Sends a recorded request unchanged to the API at this URL. fetch would add headers, follow redirects and reject an
 * empty Content-Type. Throws a NoResponseError if there is no response within 30 seconds.
 */
export async function sendUnmodified(
  apiUrl: string,
  { method, path, headers, json, text }: RecordedRequest,
): Promise<RecordedResponse> {
  const url = new URL(path.replace(/^\/api/, new URL(apiUrl).pathname.replace(/\/$/, '')), apiUrl);
  const body = json === undefined ? text : JSON.stringify(json);
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const signal = AbortSignal.timeout(timeoutMs);
  const options = { method, headers: { ...headers, ...length }, agent: false, signal };
  const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
  const response = receiveResponse(outgoing, timeoutMs);
  outgoing.end(body);
  try {
    const incoming = await response;
    const received = await readResponseBody(incoming);
    return {
      status: incoming.statusCode!,
      headers: incoming.headers as Record<string, string>,
      text: received.problem ?? received.text,
      ...(received.json === undefined ? {} : { json: received.json }),
    };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const reason = signal.aborted ? `no complete response within ${timeoutMs / 1000} seconds` : message || code;
    throw new NoResponseError(reason);
  }
}
