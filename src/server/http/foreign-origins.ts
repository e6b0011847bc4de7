import type { Context, Middleware } from 'koa';
import type { HttpOptions } from '../../contract/server-dialect.ts';
import { isLoopbackName, nameOfHost } from './loopback.ts';

/** Throws 403 if a web page of a foreign origin sent a request; `credentials` names what the page may not use. */
export type ForeignOriginGuard = (ctx: Context, credentials: string) => void;

/**
 * Creates a function that tells whether the `Origin` header of a request is foreign. An origin is foreign unless it is a
 * loopback name or address, with any port, or one of `corsOrigins`; `*` allows every origin. Requests without an `Origin`
 * header do not come from a web page.
 */
export function createForeignOriginTest(corsOrigins: readonly string[] = []): (origin: string | undefined) => boolean {
  const allowed = new Set(corsOrigins.map((origin) => origin.replace(/\/$/, '').toLowerCase()));
  if (allowed.has('*')) return () => false;
  return (origin) => origin !== undefined && !isLoopbackOrigin(origin) && !allowed.has(origin);
}

/** The message for a page of a foreign origin; `credentials` names what it may not use. */
export const foreignOriginMessage = (credentials: string, origin: string | undefined): string =>
  `${credentials} cannot be used by web pages of the origin ${JSON.stringify(origin)}. The option --cors-origin allows more origins.`;

/** Creates a guard that refuses the origins which `createForeignOriginTest` calls foreign. */
export function createForeignOriginGuard(corsOrigins?: readonly string[]): ForeignOriginGuard {
  const isForeign = createForeignOriginTest(corsOrigins);
  return (ctx, credentials) => {
    const { origin } = ctx.headers;
    if (isForeign(origin)) ctx.throw(403, foreignOriginMessage(credentials, origin));
  };
}

/** Whether an origin is `http` or `https` on a loopback host. */
function isLoopbackOrigin(origin: string): boolean {
  const [, host] = /^https?:\/\/([^/@]+)$/.exec(origin) ?? [];
  return host !== undefined && isLoopbackName(nameOfHost(host));
}

/** Refuses requests with a fixed token of the world, which everybody knows, from web pages of foreign origins. */
export const refuseForeignFixedTokens =
  (refuseForeignOrigin: ForeignOriginGuard, { sessions }: HttpOptions): Middleware =>
  (ctx, next) => {
    const { origin, authorization } = ctx.headers;
    if (origin !== undefined && sessions.hasFixedToken(authorization))
      refuseForeignOrigin(ctx, 'The fixed tokens of the world');
    return next();
  };
