import type { IncomingHttpHeaders } from 'node:http';
import { Socket, isIP } from 'node:net';
import { hostname } from 'node:os';
import type { Context } from 'koa';
import type { Middleware } from '../endpoint.ts';

const loopbackName = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a host name, in lower case, always means this machine: `localhost`, a name below it, or a loopback address. */
export const isLoopbackName = (name: string): boolean => loopbackName.test(name);

/** Returns the name in a host, in lower case, without the port and without the dot of the DNS root. */
const nameOfHost = (host: string): string => host.replace(/\.?(?::\d*)?$/, '').toLowerCase();

/**
 * Creates a function that tells whether a `Host` header is allowed: it is a name of this machine or one of `allowedHosts`, names
 * without a port; `*` allows every name.
 */
function createHostTest(allowedHosts: readonly string[]): (host: string) => boolean {
  const allowed = new Set(allowedHosts.map(nameOfHost));
  return (host) => {
    const name = nameOfHost(host);
    return isLoopbackName(name) || allowed.has(name) || allowed.has('*');
  };
}

/** The message for a request with a `Host` that is not allowed. */
const foreignHostMessage = (host: string): string =>
  `The Host ${JSON.stringify(host)} is not allowed. The option --allowed-hosts allows more names.`;

/**
 * Refuses requests with a `Host` that `createHostTest` does not allow. A web page that reaches a local server through DNS
 * rebinding sends the name of its own host.
 */
export function refuseForeignHosts(allowedHosts: readonly string[]): Middleware {
  const isAllowed = createHostTest(allowedHosts);
  return (ctx, next) => {
    const { host } = ctx.headers;
    // A request without a network socket comes from this process.
    if (host !== undefined && ctx.socket instanceof Socket && !isAllowed(host))
      ctx.throw(403, foreignHostMessage(host));
    return next();
  };
}

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

/** Throws 403 if a web page of a foreign origin sent a request; `credentials` names what the page may not use. */
export type ForeignOriginGuard = ReturnType<typeof createForeignOriginGuard>;

/** Creates a guard that refuses the requests of pages of foreign origins. */
export const createForeignOriginGuard =
  (isForeign: ForeignOriginTest) =>
  (ctx: Context, credentials: string): void => {
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

const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** The first value of a header that each proxy can add to. */
const firstOf = (ctx: Context, header: string): string => ctx.get(header).split(',')[0]!.trim();

/**
 * The origin to which a client sent its request: URLs in the response begin with it. A proxy names it in the headers
 * `X-Forwarded-Proto` and `X-Forwarded-Host`, as Rails expects.
 */
export function requestOrigin(ctx: Context): string {
  const protocol = firstOf(ctx, 'X-Forwarded-Proto');
  const host = firstOf(ctx, 'X-Forwarded-Host');
  return `${/^https?$/.test(protocol) ? protocol : ctx.protocol}://${hostPattern.test(host) ? host : ctx.host}`;
}
