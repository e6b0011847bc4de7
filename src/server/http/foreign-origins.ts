import type { Context, Middleware } from 'koa';
import type { HttpOptions } from '../../contract/server-dialect.ts';
import { isLoopbackName, nameOfHost } from './loopback.ts';

/** Throws 403 if a web page of a foreign origin sent a request; `credentials` names what the page may not use. */
export type ForeignOriginGuard = (ctx: Context, credentials: string) => void;

/**
 * Creates a guard. An origin is foreign unless it is a loopback name or address, with any port, or one of `corsOrigins`; `*`
 * allows every origin. Requests without an `Origin` header do not come from a web page.
 */
export function createForeignOriginGuard(corsOrigins: readonly string[] = []): ForeignOriginGuard {
  const allowed = new Set(corsOrigins.map((origin) => origin.replace(/\/$/, '').toLowerCase()));
  if (allowed.has('*')) return () => {};
  return (ctx, credentials) => {
    const { origin } = ctx.headers;
    if (origin === undefined || isLoopbackOrigin(origin) || allowed.has(origin)) return;
    const page = `web pages of the origin ${JSON.stringify(origin)}`;
    ctx.throw(403, `${credentials} cannot be used by ${page}. The option --cors-origin allows more origins.`);
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
