import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { type StandIn, type StandInSession, createStandIn } from '../../src/index.ts';
import type { ClientRequest, DialectName } from './client.ts';
import { type OperationName, operations } from './operations.ts';

export const dialectNames = ['specification', 'decidim-0.32', 'decidim-develop'] as const;

/** A request as it arrived. */
export interface ReceivedRequest {
  method: string;
  /** The query string. */
  search: URLSearchParams;
  headers: IncomingMessage['headers'];
}

const received: ReceivedRequest[] = [];
subscribe('http.server.request.start', (message) => {
  const { method, url, headers } = (message as { request: IncomingMessage }).request;
  // The server changes its own copy of the headers.
  received.push({ method: method!, search: new URL(url!, 'http://localhost').searchParams, headers: { ...headers } });
});

const standIns = new Map<DialectName, Promise<StandIn>>();

/** Opens a session of a stand-in of the dialect, which all tests share. */
export async function openSession(dialect: DialectName): Promise<StandInSession> {
  if (!standIns.has(dialect)) standIns.set(dialect, createStandIn({ dialect }));
  return (await standIns.get(dialect)!).session();
}

/** Stops the stand-ins. */
export async function stopServers(): Promise<void> {
  for (const standIn of standIns.values()) await (await standIn).close();
}

/** The requests of a session, in the order in which they arrived. */
export const requestsOf = ({ name }: StandInSession): ReceivedRequest[] =>
  received.filter(({ headers }) => headers['x-plenum-session'] === name);

/** The request for an operation in a session, by default of the actor who may run it. */
export function requestFor(
  session: StandInSession,
  dialect: DialectName,
  name: OperationName,
  authorization = `Bearer ${operations[name].actor}-token`,
): ClientRequest {
  const { query, variables } = operations[name];
  const headers = { ...session.headers, Authorization: authorization };
  return { name, query, variables, dialect, url: session.url, headers };
}

/** Removes `__typename`, which some clients add to the document. */
export const withoutTypename = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data ?? null), (key, value: unknown) => (key === '__typename' ? undefined : value));
