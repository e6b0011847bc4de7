import { request as open } from 'node:http';
import { request as openSecurely } from 'node:https';
import { NoResponseError } from '../../conformance/model/target.ts';
import type { RecordedResponse, RecordedRequest } from './recorded-exchange.ts';

/** The headers of an answer that recordings keep. */
const isKept = (name: string): boolean =>
  ['content-type', 'location', 'authorization'].includes(name) || name.startsWith('access-control-');

const limit = 30_000;

/**
 * Sends a request as it is, and nothing that fetch would add or refuse (an empty Content-Type, a redirect that is
 * followed). NoAnswer when there is none within 30 seconds.
 */
export function sendUnmodified(
  api: string,
  { method, path, headers, json, text }: RecordedRequest,
): Promise<RecordedResponse> {
  const url = new URL(path.replace(/^\/api/, new URL(api).pathname.replace(/\/$/, '')), api);
  const body = json === undefined ? text : JSON.stringify(json);
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const options = { method, headers: { ...headers, ...length }, agent: false, signal: AbortSignal.timeout(limit) };
  return new Promise((resolve, reject) => {
    const refuse = ({ name, message, code }: NodeJS.ErrnoException) =>
      reject(new NoResponseError(name === 'AbortError' ? `no answer within ${limit / 1000} seconds` : message || code));
    const outgoing = (url.protocol === 'https:' ? openSecurely : open)(url, options, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('error', refuse).on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        const kept = Object.entries(incoming.headers).filter(([name]) => isKept(name));
        const answer = { status: incoming.statusCode!, headers: Object.fromEntries(kept) as Record<string, string> };
        resolve({ ...answer, ...bodyOf(Buffer.concat(parts).toString('utf8')) });
      });
    });
    outgoing.on('error', refuse).end(body);
  });
}

function bodyOf(text: string): Pick<RecordedResponse, 'json' | 'text'> {
  try {
    return { text, json: JSON.parse(text) as unknown };
  } catch {
    return { text };
  }
}
