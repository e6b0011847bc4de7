import type { Middleware } from 'koa';
import type { RequestFailure } from '../dialects/server-dialect.ts';
import { allowOwnOrigins } from './admin/access.ts';
import type { ControlOptions } from './admin/endpoints.ts';
import { formatProblem, problemMediaType } from './problem.ts';

/** Whether a path is that of the control API or of a page. */
export const isControlPath = (path: string): boolean =>
  path === '/' || /^\/(__admin|__pages|explorer|console)(?![^/])/.test(path);

/** The control API, `GET /` and the pages: a program beside the API. Most of it is loaded for its first request. */
export function createControlProgram(options: ControlOptions) {
  let loaded: Promise<Middleware> | undefined;
  const load = async () => (await import('./admin/endpoints.ts')).createControlEndpoints(options);
  return {
    cacheControl: 'no-store',
    cors: allowOwnOrigins(options),
    formatError: ({ status, message, isBug, error }: RequestFailure) => ({
      status,
      headers: { 'Content-Type': problemMediaType },
      body: JSON.stringify(formatProblem(isBug ? { status, message } : { ...error, status, message })),
    }),
    endpoints: (async (ctx, next) => (await (loaded ??= load()))(ctx, next)) satisfies Middleware,
  };
}
