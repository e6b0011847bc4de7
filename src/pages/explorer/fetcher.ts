import type { GraphiQLProps } from 'graphiql';
import { type ControlResponse, control, sessionHeaders } from '../shared/control.ts';
import { createStoredValue, session } from '../shared/stored-value.ts';

type Fetcher = GraphiQLProps['fetcher'];

/** The id of the user who sends the requests; empty for nobody. */
export const actor = createStoredValue('plenum.actor');

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
    const report = (outcome: string) =>
      onSent({ headers, outcome: `${request.operationName ?? 'Request'}: ${outcome}` });
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

type IssuedToken = ControlResponse<'POST /__admin/tokens'>;

/** The tokens that this page issued, by session and user. */
const issued = new Map<string, IssuedToken>();

/** Returns a token of a user: the fixed one of the world, or one that the control API issues and that is still valid. */
async function tokenOf(userId: number): Promise<string> {
  const { users } = await control('GET /__admin/users');
  const fixed = users.find(({ id }) => id === userId)?.token;
  if (fixed) return fixed;
  const key = `${session.get()} ${userId}`;
  const known = issued.get(key);
  if (known && (await isValid(known))) return known.token;
  const token = await control('POST /__admin/tokens', { body: { user: userId } });
  issued.set(key, token);
  return token.token;
}

async function isValid({ id }: IssuedToken): Promise<boolean> {
  const { tokens } = await control('GET /__admin/tokens');
  const found = tokens.find((each) => each.id === id);
  const { time } = await control('GET /__admin/clock');
  return found !== undefined && Date.parse(found.expiresAt) > Date.parse(time);
}
