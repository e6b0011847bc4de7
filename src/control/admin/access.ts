import { createHash, timingSafeEqual } from 'node:crypto';
import cors from '@koa/cors';
import type { Context, Middleware } from 'koa';
import { createForeignOriginGuard, createForeignOriginTest } from '../../server/http/foreign-origins.ts';
import { lockedMessage } from '../control-access.ts';
import { ProblemError } from '../problem.ts';
import { adminPath } from './operations.ts';

/** Who may use the control API. */
export interface AdminAccess {
  /** The token that every request must have; undefined if none is needed; null if there is none, so that all are refused. */
  token: string | null | undefined;
  /** The origins, besides those of this machine, whose web pages may use the API; `*` allows every origin. */
  corsOrigins?: readonly string[] | undefined;
}

/** Lets web pages use the API, except those of foreign origins, which get 403. */
export function allowOwnOrigins({ corsOrigins }: AdminAccess): Middleware[] {
  const isForeign = createForeignOriginTest(corsOrigins);
  const refuseForeignOrigin = createForeignOriginGuard(corsOrigins);
  return [
    cors({
      // Without an origin, the response has no CORS headers.
      origin: ({ headers: { origin } }) => (origin === undefined || isForeign(origin) ? '' : origin),
      allowMethods: 'GET, PUT, POST, DELETE',
      maxAge: 7200,
    }),
    (ctx, next) => {
      refuseForeignOrigin(ctx, 'The control API');
      return next();
    },
  ];
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Refuses requests without the token; `GET /` needs none. */
export function requireToken({ token }: AdminAccess): Middleware {
  if (token === undefined) return (_, next) => next();
  const expected = token === null ? undefined : digest(`Bearer ${token}`);
  return (ctx: Context, next) => {
    if (!isAdminPath(ctx.path)) return next();
    if (expected && timingSafeEqual(digest(ctx.get('authorization')), expected)) return next();
    ctx.set('WWW-Authenticate', 'Bearer');
    throw new ProblemError(
      401,
      expected
        ? 'The control API needs the header Authorization: Bearer with the value of --admin-token.'
        : lockedMessage,
      'Authorization',
    );
  };
}

/** Whether a path is one of the control API. */
export const isAdminPath = (path: string): boolean => path === adminPath || path.startsWith(`${adminPath}/`);
