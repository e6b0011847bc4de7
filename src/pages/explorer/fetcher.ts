import type { GraphiQLProps } from 'graphiql';
import { sessionHeaders } from '../shared/control.ts';
import { actor, tokenOf } from './actor.ts';

type Fetcher = GraphiQLProps['fetcher'];

/** A request to the API. */
export interface Sent {
  headers: Record<string, string>;
  /** What came of it, for people. */
  outcome: string;
}

/** Creates what sends the requests of the editor to the API, as the selected user and in the selected session; headers of the editor win. */
export const createFetcher =
  (onSent: (sent: Sent) => void): Fetcher =>
  async (request, { headers: ownHeaders = {} } = {}) => {
    const headers = await createHeaders(ownHeaders);
    const operationName = findOperationName(request);
    const report = (outcome: string) => onSent({ headers, outcome: `${operationName ?? 'Request'}: ${outcome}` });
    report('waiting for a response.');
    const start = performance.now();
    try {
      const response = await fetch('/api', {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...request, operationName }),
      });
      const text = await response.text();
      report(`status ${response.status} in ${Math.round(performance.now() - start)} ms`);
      return parse(text);
    } catch {
      report('no response.');
      return 'The server sent no response: a fault broke the connection, or the server has stopped.';
    }
  };

/** GraphiQL reads the names of operations a moment after it shows a text: until then it has a name of the text before. */
const findOperationName = ({ query, operationName }: Parameters<Fetcher>[0]) =>
  new RegExp(`\\b(query|mutation|subscription)\\s+${operationName}\\b`).test(query) ? operationName : undefined;

async function createHeaders(own: Record<string, unknown>): Promise<Record<string, string>> {
  const headers = new Headers({ 'Content-Type': 'application/json', ...sessionHeaders() });
  for (const [name, value] of Object.entries(own)) headers.set(name, String(value));
  if (actor.get() && !headers.has('Authorization'))
    headers.set('Authorization', `Bearer ${await tokenOf(Number(actor.get()))}`);
  return Object.fromEntries(headers);
}

/** A response that is no JSON, such as that of a fault, is shown as text. */
function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
