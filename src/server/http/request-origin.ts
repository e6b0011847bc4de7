import type { Context } from 'koa';

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
