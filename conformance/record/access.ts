import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createForeignOriginTest,
  createHostTest,
  foreignHostMessage,
  foreignOriginMessage,
} from '../../src/server/http/origins.ts';
import { sendError } from './forward.ts';

/** Who may use the recorder. */
export interface RecorderAccess {
  /** The names that the `Host` header may have, besides those of this machine; undefined if every name is allowed. */
  allowedHosts?: readonly string[] | undefined;
  /** The origins, besides those of this machine, whose web pages may use the recorder; `*` allows every origin. */
  corsOrigins?: readonly string[] | undefined;
}

/** The headers that say which web pages may read a response. */
export type CorsHeaders = [name: string, value: string][];

/**
 * Creates a function that refuses requests with a foreign `Host` and those of web pages of foreign origins with status 403, and
 * answers preflights of the others. It returns the CORS headers of a request to forward, and undefined if it has sent a response.
 */
export function createAccess({ allowedHosts, corsOrigins }: RecorderAccess) {
  const isAllowedHost = allowedHosts === undefined ? () => true : createHostTest(allowedHosts);
  const isForeign = createForeignOriginTest({ corsOrigins, allowedHosts });
  return ({ method, headers }: IncomingMessage, response: ServerResponse): CorsHeaders | undefined => {
    const { host, origin } = headers;
    if (host !== undefined && !isAllowedHost(host)) sendError(response, 403, foreignHostMessage(host));
    else if (isForeign(headers)) sendError(response, 403, foreignOriginMessage('The recorder', origin));
    else if (origin === undefined) return [];
    else if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined)
      response.writeHead(204, [...corsHeaders(origin), ...preflightHeaders(headers)].flat()).end();
    else return [...corsHeaders(origin), ['Access-Control-Expose-Headers', 'Authorization']];
    return undefined;
  };
}

const corsHeaders = (origin: string): CorsHeaders => [
  ['Access-Control-Allow-Origin', origin],
  ['Vary', 'Origin'],
];

const preflightHeaders = ({ 'access-control-request-headers': names }: IncomingMessage['headers']): CorsHeaders => [
  ['Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE'],
  ...(names === undefined ? [] : ([['Access-Control-Allow-Headers', names]] satisfies CorsHeaders)),
];
