import type { Middleware } from 'koa';
import { LRUCache } from 'lru-cache';

/** The number of requests that one IP address may send per minute. */
export const maxRequestsPerMinute = 100;

const minuteMs = 60_000;

/** Responds with 429 to further requests of an IP address. Its minute begins with its first request. */
export function createThrottle(): Middleware {
  const counts = new LRUCache<string, { requests: number }>({ max: 100_000, ttl: minuteMs });
  return (ctx, next) => {
    const count = counts.get(ctx.ip) ?? { requests: 0 };
    if (count.requests === 0) counts.set(ctx.ip, count);
    count.requests += 1;
    if (count.requests <= maxRequestsPerMinute) return next();
    ctx.body = 'Retry later\n';
    ctx.status = 429;
    ctx.set('Content-Type', 'text/plain');
    return undefined;
  };
}
