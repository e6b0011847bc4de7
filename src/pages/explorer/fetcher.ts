import type { GraphiQLProps } from 'graphiql';
import { control, sessionHeaders } from '../shared/control.ts';
import { createStoredValue } from '../shared/stored-value.ts';

type Fetcher = GraphiQLProps['fetcher'];

/** The id of the user who sends the requests; empty for nobody. */
export const actor = createStoredValue('plenum.actor');

/** Creates what sends the requests of the editor to the API, as the selected user and in the selected session, and tells what came of each; headers of the editor win. */
export const createFetcher =
  (onOutcome: (outcome: string) => void): Fetcher =>
  async (request, { headers: ownHeaders = {} } = {}) => {
    const headers = await createHeaders(ownHeaders);
    const report = (outcome: string) => onOutcome(`${request.operationName ?? 'Request'}: ${outcome}`);
    report('waiting for a response.');
    const start = performance.now();
    try {
      const response = await fetch('/api', { method: 'POST', headers, body: JSON.stringify(request) });
      const text = await response.text();
      report(`status ${response.status} in ${Math.round(performance.now() - start)} ms`);
      return parse(text);
    } catch {
      report('no response.');
      return 'The server sent no response: a fault broke the connection, or the server has stopped.';
    }
  };

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

/** Returns a token of a user: the fixed one of the world, or a new one. */
async function tokenOf(userId: number): Promise<string> {
  const { users } = await control('GET /__admin/users');
  const fixed = users.find(({ id }) => id === userId)?.token;
  return fixed ?? (await control('POST /__admin/tokens', { body: { user: userId, expiresIn: 'PT5M' } })).token;
}
