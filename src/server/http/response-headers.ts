import type { Middleware } from 'koa';

/** Sets `Cache-Control` on every response, and forbids browsers to guess another media type than that of `Content-Type`. */
export const setResponseHeaders =
  (cacheControl: string): Middleware =>
  (ctx, next) => {
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Cache-Control', cacheControl);
    return next();
  };
