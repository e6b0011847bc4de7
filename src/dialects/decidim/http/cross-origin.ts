import type { Middleware } from 'koa';

const allowed = ['POST', 'OPTIONS'];

/** Other origins may send POST: a preflight of another method is answered, and says nothing. */
export const allowCrossOrigin: Middleware = (ctx, next) => {
  const { origin, 'access-control-request-method': method, 'access-control-request-headers': headers } = ctx.headers;
  const preflight = ctx.method === 'OPTIONS' && origin !== undefined && method !== undefined;
  if (!preflight) ctx.set('Vary', 'Origin');
  if (origin !== undefined && (!preflight || allowed.includes(method.toUpperCase()))) {
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Access-Control-Allow-Methods', allowed.join(', '));
    ctx.set('Access-Control-Expose-Headers', '');
    ctx.set('Access-Control-Max-Age', '7200');
    if (preflight && headers) ctx.set('Access-Control-Allow-Headers', headers);
  }
  if (!preflight) return next();
  ctx.body = '';
  ctx.status = 200;
  ctx.remove('Content-Type');
  return undefined;
};
