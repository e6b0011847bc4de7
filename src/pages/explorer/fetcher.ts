import type { Fetcher } from '@graphiql/toolkit';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { control, sessionHeaders } from '../shared/control.ts';
import { actor, tokenOf } from './actor.ts';
import { beginRequest } from './sent.ts';

/** The name of the introspection query of the page itself. */
export const introspectionQueryName = 'ExplorerIntrospection';

/**
 * Sends a request of the editor to the API, as the selected user and in the selected session; headers of the editor win. The
 * introspection of the page itself reads the schema from the control API: in some dialects, the API shows it to administrators
 * only.
 */
export const fetcher: Fetcher = async (request, { headers: ownHeaders = {} } = {}) => {
  if (request.operationName === introspectionQueryName) return { data: await introspect() };
  const setSent = beginRequest();
  const headers = await createHeaders(ownHeaders);
  setSent({ headers, outcome: 'Waiting for a response.' });
  const start = performance.now();
  try {
    const response = await fetch('/api', { method: 'POST', headers, body: JSON.stringify(request) });
    const text = await response.text();
    setSent({ headers, outcome: `Status ${response.status} in ${Math.round(performance.now() - start)} ms` });
    return parse(text);
  } catch {
    setSent({ headers, outcome: 'No response.' });
    throw new Error('The server sent no response: a fault broke the connection, or the server has stopped.');
  }
};

async function introspect() {
  const { sdl } = await control('GET /__admin/schema');
  return introspectionFromSchema(buildSchema(sdl)) as never;
}

async function createHeaders(own: Record<string, unknown>): Promise<Record<string, string>> {
  const ownNames = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const defaults: Record<string, string> = { 'Content-Type': 'application/json', ...sessionHeaders() };
  if (actor.get() && !ownNames.has('authorization'))
    defaults['Authorization'] = `Bearer ${await tokenOf(Number(actor.get()))}`;
  const kept = Object.entries(defaults).filter(([name]) => !ownNames.has(name.toLowerCase()));
  return Object.fromEntries([...kept, ...Object.entries(own).map(([name, value]) => [name, String(value)])]);
}

/** A response that is no JSON, such as that of a fault, is shown as text. */
function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
