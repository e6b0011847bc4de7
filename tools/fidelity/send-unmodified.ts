import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { NoResponseError } from '../../conformance/model/target.ts';
import { readResponseBody } from '../../conformance/targets/response-body.ts';
import type { RecordedRequest, RecordedResponse } from './recorded-exchange.ts';

const timeoutMs = 30_000;

/**
 * Sends a recorded request unchanged to the API at this URL. fetch would add headers, follow redirects and reject an
 * empty Content-Type. Throws a NoResponseError if there is no response within 30 seconds.
 */
export function sendUnmodified(
  apiUrl: string,
  { method, path, headers, json, text }: RecordedRequest,
): Promise<RecordedResponse> {
  const url = new URL(path.replace(/^\/api/, new URL(apiUrl).pathname.replace(/\/$/, '')), apiUrl);
  const body = json === undefined ? text : JSON.stringify(json);
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const signal = AbortSignal.timeout(timeoutMs);
  const options = { method, headers: { ...headers, ...length }, agent: false, signal };
  return new Promise((resolve, reject) => {
    const rejectWith = ({ message, code }: NodeJS.ErrnoException) => {
      const reason = signal.aborted ? `no complete response within ${timeoutMs / 1000} seconds` : message || code;
      reject(new NoResponseError(reason));
    };
    const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (incoming) => {
      const status = incoming.statusCode!;
      readResponseBody(incoming).then(
        (received) =>
          resolve({
            status,
            headers: incoming.headers as Record<string, string>,
            text: received.problem ?? received.text,
            ...(received.json === undefined ? {} : { json: received.json }),
          }),
        rejectWith,
      );
    });
    outgoing.on('error', rejectWith).end(body);
  });
}
