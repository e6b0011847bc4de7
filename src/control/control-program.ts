import cors from '@koa/cors';
import type { Middleware } from 'koa';
import type { RequestFailure } from '../server/endpoint.ts';
import { formatProblem, problemMediaType } from './api/problem.ts';
import type { ControlledServer } from './api/operation.ts';

/** Whether a path is that of the control API or of a page. */
export const isControlPath = (path: string): boolean =>
  path === '/' || /^\/(__admin|__pages|explorer|console)(?![^/])/.test(path);

/** The control API, `GET /` and the pages: a program beside the API. Most of it is loaded for its first request. */
export function createControlProgram(server: ControlledServer) {
  let loaded: Promise<Middleware> | undefined;
  async function load(): Promise<Middleware> {
    const [{ createControlRoutes }, { operations }, { servePages }] = await Promise.all([
      import('./api/routes.ts'),
      import('./operations/operations.ts'),
      import('./pages.ts'),
    ]);
    return createControlRoutes(server, operations, servePages);
  }
  return {
    cacheControl: 'no-store',
    /** Lets web pages use the API, except those of foreign origins. */
    cors: cors({
      // Without an origin, the response has no CORS headers.
      origin: ({ headers }) => (headers.origin === undefined || server.isForeignOrigin(headers) ? '' : headers.origin),
      allowMethods: 'GET, PUT, POST, PATCH, DELETE',
      maxAge: 7200,
    }),
    formatError: ({ status, message, isBug, error }: RequestFailure) => ({
      status,
      headers: { 'Content-Type': problemMediaType },
      body: JSON.stringify(formatProblem(isBug ? { status, message } : { ...error, status, message })),
    }),
    endpoints: (async (ctx, next) => (await (loaded ??= load()))(ctx, next)) satisfies Middleware,
  };
}
