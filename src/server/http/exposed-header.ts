import type { Context } from 'koa';

/** Sets a header of a response that web pages of other origins can read too. */
export function setExposedHeader(ctx: Context, name: string, value: string): void {
  ctx.set(name, value);
  if (!ctx.get('Origin')) return;
  const exposed = ctx.response.get('Access-Control-Expose-Headers');
  ctx.set('Access-Control-Expose-Headers', exposed ? `${exposed},${name}` : name);
}
