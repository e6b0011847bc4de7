import type { IncomingMessage, RequestListener } from 'node:http';
import type { TestContext } from 'node:test';
import { loadServerDialect } from '../../src/dialects/dialects.ts';
import { startControlServer } from './control-server.ts';
import type { TestSettings } from './start-server.ts';
import { readAllBytes, sendRequest, startUpstream } from './upstream-server.ts';

/** A request that an upstream received. */
export interface ReceivedRequest {
  message: IncomingMessage;
  body: string;
}

export interface BesideOptions extends Omit<TestSettings, 'dialect'> {
  dialect?: string;
  /** How the upstream responds; by default with status 200 and the text `from the upstream`. */
  respond?: RequestListener;
}

/** Starts an upstream and a stand-in beside it; both stop after the test. */
export async function startBesideUpstream(
  t: TestContext,
  { dialect = 'specification', respond, ...options }: BesideOptions = {},
) {
  const received: ReceivedRequest[] = [];
  const origin = await startUpstream(t, async (message, response) => {
    const body = await readAllBytes(message).catch(() => undefined);
    // The request has no end.
    if (body === undefined) return;
    received.push({ message, body: body.toString() });
    if (respond) respond(message, response);
    else response.writeHead(200, { 'Content-Type': 'text/plain' }).end('from the upstream');
  });
  const standIn = await startControlServer(t, {
    serverDialect: await loadServerDialect(dialect),
    upstream: origin,
    ...options,
  });
  const base = new URL(standIn.url).origin;
  /** Sends a request through a socket; the body of the response is not decoded. */
  const request = (method: string, path: string, headers: Record<string, string | string[]> = {}, body?: string) =>
    sendRequest(base + path, method, { Connection: 'close', ...headers }, body);
  /** Sends a GraphQL request through a socket. */
  const graphql = (query: string, headers: Record<string, string> = {}, members: object = {}) =>
    request('POST', '/api', { 'Content-Type': 'application/json', ...headers }, JSON.stringify({ query, ...members }));
  return { ...standIn, origin, base, received, request, graphql };
}
