import cors from '@koa/cors';
import type { Context, Middleware } from 'koa';
import { createForeignOriginGuard, type ForeignOriginTest } from '../../server/http/origins.ts';
import { isSameText } from '../../server/auth/is-same-text.ts';
import { ProblemError } from '../problem.ts';
import { adminPath } from './operation.ts';

/** Who may use the control API. */
export interface AdminAccess {
  /** The token that every request must have; undefined if none is needed. */
  token: string | undefined;
  /** Whether a request comes from a web page that may not use the API. */
  isForeignOrigin: ForeignOriginTest;
}

/** Lets web pages use the API, except those of foreign origins. */
export function allowOwnOrigins({ isForeignOrigin }: Pick<AdminAccess, 'isForeignOrigin'>): Middleware {
  return cors({
    // Without an origin, the response has no CORS headers.
    origin: ({ headers }) => (headers.origin === undefined || isForeignOrigin(headers) ? '' : headers.origin),
    allowMethods: 'GET, PUT, POST, PATCH, DELETE',
    maxAge: 7200,
  });
}

/** Throws 403 for pages of foreign origins. */
export function refuseForeignOrigins({ isForeignOrigin }: Pick<AdminAccess, 'isForeignOrigin'>): Middleware {
  const refuseForeignOrigin = createForeignOriginGuard(isForeignOrigin);
  return (ctx, next) => {
    refuseForeignOrigin(ctx, 'The control API');
    return next();
  };
}

/** Refuses requests without the token; `GET /` needs none. */
export function requireToken({ token }: AdminAccess): Middleware {
  if (token === undefined) return (_, next) => next();
  const expected = `Bearer ${token}`;
  return (ctx: Context, next) => {
    if (!isAdminPath(ctx.path)) return next();
    if (isSameText(ctx.get('authorization'), expected)) return next();
    ctx.set('WWW-Authenticate', 'Bearer');
    throw new ProblemError(
      401,
      'The control API needs the header Authorization: Bearer with the value of --control-token, or with the token that the start has printed.',
      'Authorization',
    );
  };
}

/** Whether a path is one of the control API. */
const isAdminPath = (path: string): boolean => path === adminPath || path.startsWith(`${adminPath}/`);
