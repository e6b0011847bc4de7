import type { Middleware } from 'koa';
import { LRUCache } from 'lru-cache';

/** Requests that one address may send in a minute. */
export const maxRequestsPerMinute = 100;

const minute = 60_000;

/** Answers 429 to what an address sends beyond its requests of a minute; the minute begins with the first of them. */
export function createThrottle(): Middleware {
  const counts = new LRUCache<string, { requests: number }>({ max: 100_000, ttl: minute });
  return (ctx, next) => {
    const known = counts.get(ctx.ip) ?? { requests: 0 };
    if (known.requests === 0) counts.set(ctx.ip, known);
    known.requests += 1;
    if (known.requests <= maxRequestsPerMinute) return next();
    ctx.body = 'Retry later\n';
    ctx.status = 429;
    ctx.set('Content-Type', 'text/plain');
    return undefined;
  };
}
