import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { NoResponseError } from '../../conformance/model/target.ts';
import type { RecordedRequest, RecordedResponse } from './recorded-exchange.ts';

const isRecordedHeader = (name: string): boolean =>
  ['content-type', 'location', 'authorization'].includes(name) || name.startsWith('access-control-');

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
  const options = { method, headers: { ...headers, ...length }, agent: false, signal: AbortSignal.timeout(timeoutMs) };
  return new Promise((resolve, reject) => {
    const rejectWith = ({ name, message, code }: NodeJS.ErrnoException) => {
      const reason = name === 'AbortError' ? `no response within ${timeoutMs / 1000} seconds` : message || code;
      reject(new NoResponseError(reason));
    };
    const outgoing = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('error', rejectWith).on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const recordedHeaders = Object.fromEntries(
          Object.entries(incoming.headers).filter(([name]) => isRecordedHeader(name)),
        ) as Record<string, string>;
        const receivedBody = parseBody(Buffer.concat(chunks).toString('utf8'));
        resolve({ status: incoming.statusCode!, headers: recordedHeaders, ...receivedBody });
      });
    });
    outgoing.on('error', rejectWith).end(body);
  });
}

function parseBody(text: string): Pick<RecordedResponse, 'json' | 'text'> {
  try {
    return { text, json: JSON.parse(text) as unknown };
  } catch {
    return { text };
  }
}
