import type { Middleware } from '../../../contract/server-dialect.ts';

const allowedMethods = ['POST', 'OPTIONS'];

/** Allows other origins to send POST. The response to a preflight for another method has no CORS headers. */
export const allowCrossOrigin: Middleware = (ctx, next) => {
  const { origin, 'access-control-request-method': method, 'access-control-request-headers': headers } = ctx.headers;
  const isPreflight = ctx.method === 'OPTIONS' && origin !== undefined && method !== undefined;
  if (!isPreflight) ctx.set('Vary', 'Origin');
  if (origin !== undefined && (!isPreflight || allowedMethods.includes(method.toUpperCase()))) {
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Access-Control-Allow-Methods', allowedMethods.join(', '));
    ctx.set('Access-Control-Expose-Headers', '');
    ctx.set('Access-Control-Max-Age', '7200');
    if (isPreflight && headers) ctx.set('Access-Control-Allow-Headers', headers);
  }
  if (!isPreflight) return next();
  ctx.body = '';
  ctx.status = 200;
  ctx.remove('Content-Type');
  return undefined;
};
