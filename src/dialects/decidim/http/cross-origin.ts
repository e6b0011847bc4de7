import type { Context, Middleware } from '../../server-dialect.ts';
import { isOAuthPath } from '../../../server/oauth/endpoints.ts';

const allowedMethods = ['POST', 'OPTIONS'];

/** Allows other origins to send POST, except to the sign-in of people. The response to a preflight for another method has no CORS headers. */
export const allowCrossOrigin: Middleware = (ctx, next) => {
  if (isOAuthPath(ctx.path)) return ctx.method === 'OPTIONS' ? sendEmpty(ctx) : next();
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
  return isPreflight ? sendEmpty(ctx) : next();
};

function sendEmpty(ctx: Context): void {
  ctx.body = '';
  ctx.status = 200;
  ctx.remove('Content-Type');
  ctx.remove('Cache-Control');
}
