import type { Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import type { TextResponse } from '../endpoint.ts';
import { sendResponse } from './error-handler.ts';

/** The number of requests that one IP address may send per minute. */
const maxRequestsPerMinute = 100;

const minuteMs = 60_000;

/** The response to a request too many: that of the middleware with which the platform limits requests. */
export const tooManyRequests: TextResponse = {
  status: 429,
  headers: { 'Content-Type': 'text/plain' },
  body: 'Retry later\n',
};

/** Responds with 429 to further requests of an IP address. Its minute begins with its first request. */
export function createThrottle(): Middleware {
  const counts = new LRUCache<string, { requests: number }>({ max: 100_000, ttl: minuteMs });
  return (ctx, next) => {
    const count = counts.get(ctx.ip) ?? { requests: 0 };
    if (count.requests === 0) counts.set(ctx.ip, count);
    count.requests += 1;
    if (count.requests <= maxRequestsPerMinute) return next();
    return sendResponse(ctx, tooManyRequests);
  };
}
