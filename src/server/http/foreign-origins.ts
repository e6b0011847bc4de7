import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { ForeignOriginGuard, Middleware } from '../../contract/server-dialect.ts';
import { isLoopbackName, nameOfHost } from './loopback.ts';

/** Tells by the headers of a request whether it comes from a web page of a foreign origin. */
export type ForeignOriginTest = (headers: Pick<IncomingHttpHeaders, 'origin' | 'host'>) => boolean;

export interface OwnOrigins {
  /** The origins whose pages are not foreign, besides those of this machine and of the server itself; `*` allows every origin. */
  corsOrigins?: readonly string[] | undefined;
  /** The names, besides those of this machine, by which browsers reach the server. `*` is no name. */
  allowedHosts?: readonly string[] | undefined;
}

/**
 * Creates a function that tells whether the `Origin` header of a request is foreign. It is not foreign if it is
 * - a loopback name or address, with any port;
 * - one of `corsOrigins`;
 * - the server's own: that of the `Host` header, if that is an IP address, a name of this machine or one of `allowedHosts`. Of any other
 *   name, a page of somebody else could be the owner, who has given it the address of this server (DNS rebinding).
 *
 * Requests without an `Origin` header do not come from a web page.
 */
export function createForeignOriginTest({ corsOrigins = [], allowedHosts = [] }: OwnOrigins): ForeignOriginTest {
  const allowed = new Set(corsOrigins.map((origin) => origin.replace(/\/$/, '').toLowerCase()));
  if (allowed.has('*')) return () => false;
  const ownNames = new Set([...allowedHosts, hostname(), `${hostname()}.local`].map(nameOfHost));
  const isOwn = (origin: string, host: string | undefined): boolean => {
    const name = nameOfHost(host ?? '');
    return isOriginOfHost(origin, host) && (isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || ownNames.has(name));
  };
  return ({ origin, host }) =>
    origin !== undefined && !isLoopbackOrigin(origin) && !allowed.has(origin) && !isOwn(origin, host);
}

/** Whether a page of the origin was loaded from the host. A proxy that keeps the `Host` may add TLS, whose port is left out too. */
function isOriginOfHost(origin: string, host: string | undefined): boolean {
  const [, scheme] = /^(https?:\/\/)/.exec(origin) ?? [];
  const url = `${scheme}${host}`;
  return scheme !== undefined && host !== undefined && URL.canParse(url) && new URL(url).origin === origin;
}

/** The message for a page of a foreign origin; `credentials` names what it may not use. */
export const foreignOriginMessage = (credentials: string, origin: string | undefined): string =>
  `${credentials} cannot be used by web pages of the origin ${JSON.stringify(origin)}. The option --cors-origin allows more origins.`;

/** Creates a guard that refuses the requests of pages of foreign origins. */
export const createForeignOriginGuard =
  (isForeign: ForeignOriginTest): ForeignOriginGuard =>
  (ctx, credentials) => {
    if (isForeign(ctx.headers)) ctx.throw(403, foreignOriginMessage(credentials, ctx.headers.origin));
  };

/** Whether an origin is `http` or `https` on a loopback host. */
function isLoopbackOrigin(origin: string): boolean {
  const [, host] = /^https?:\/\/([^/@]+)$/.exec(origin) ?? [];
  return host !== undefined && isLoopbackName(nameOfHost(host));
}

/** Refuses requests with a fixed token of the world, which everybody knows, from web pages of foreign origins. */
export const refuseForeignFixedTokens =
  (refuseForeignOrigin: ForeignOriginGuard): Middleware =>
  (ctx, next) => {
    const { origin, authorization } = ctx.headers;
    if (origin !== undefined && ctx.state.world.authentication.hasFixedToken(authorization))
      refuseForeignOrigin(ctx, 'The fixed tokens of the world');
    return next();
  };
