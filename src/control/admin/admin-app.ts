import type { IncomingMessage } from 'node:http';
import { Router } from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import { CommandError } from '../../errors.ts';
import { refuseForeignHosts } from '../../server/http/allowed-hosts.ts';
import { maxBodyBytes, parseJsonObject, readBodyText } from '../../server/http/body.ts';
import { createErrorHandler } from '../../server/http/error-handler.ts';
import { setPosition, waitForPosition } from '../../server/http/positions.ts';
import { setResponseHeaders } from '../../server/http/response-headers.ts';
import type { ControlledInstance } from '../controlled-instance.ts';
import { servePages } from '../pages/pages.ts';
import { ProblemError, formatProblem, problemMediaType } from '../problem.ts';
import { type AdminAccess, allowOwnOrigins, requireToken } from './access.ts';
import type { ControlledServer } from './admin-request.ts';
import { handlers } from './handlers.ts';
import { readQuery } from './read-query.ts';
import { parameterNames, schemaOfParameter, successStatus } from './openapi.ts';
import { type Operation, type OperationId, operations } from './operations.ts';
import { validate } from '../validation.ts';

export interface AdminAppOptions extends ControlledServer, AdminAccess {
  /** If false, there is only `GET /`. */
  isEnabled: boolean;
  /** The names that the `Host` header may have, besides those of this machine; if omitted, the header is not checked. */
  allowedHosts?: readonly string[] | undefined;
  /** Finds the instance of a request. Throws a RequestError if there can be none, or if a session is required but not named. */
  findInstance(request: IncomingMessage, isSessionRequired: boolean): Promise<ControlledInstance>;
  onBug(error: Error): void;
}

// The records of a world take more space than a request to the API may.
const maxWorldBytes = 64 * maxBodyBytes;

/** Creates the Koa app of the control API, of `GET /` and of the pages. It does not listen. */
export function createAdminApp(options: AdminAppOptions): Koa {
  const app = new Koa();
  app.on('error', (error: NodeJS.ErrnoException) => error.code?.startsWith('E') || options.onBug(error));
  const router = new Router();
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    if (!options.isEnabled && id !== 'identify') continue;
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router.register(path, [operation.method], handle(id as OperationId, operation, options));
  }
  app.use(
    createErrorHandler(
      (ctx, status, message, error) => sendProblem(ctx, { ...error, status, message }),
      (ctx) => sendProblem(ctx, { status: 500, message: 'Internal error' }),
    ),
  );
  app.use(throwProblems);
  app.use(setResponseHeaders('no-store'));
  if (options.allowedHosts) app.use(refuseForeignHosts(options.allowedHosts));
  for (const middleware of allowOwnOrigins(options)) app.use(middleware);
  if (options.isEnabled) app.use(servePages);
  app.use(requireToken(options));
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
}

/** Throws a ProblemError for a world that cannot be loaded, and for a request that no operation takes. */
const throwProblems: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    throw error instanceof CommandError ? new ProblemError(409, error.message) : error;
  }
  if (ctx.status === 404) throw new ProblemError(404, `There is nothing at ${ctx.path}.`);
  if (ctx.status === 405 || ctx.status === 501)
    throw new ProblemError(405, `${ctx.path} takes ${ctx.response.get('Allow')}, not ${ctx.method}.`);
};

const sendProblem = (ctx: Context, problem: Parameters<typeof formatProblem>[0]): void => {
  ctx.body = JSON.stringify(formatProblem(problem));
  ctx.status = problem.status;
  ctx.type = problemMediaType;
};

const handle =
  (id: OperationId, operation: Operation, options: AdminAppOptions): Middleware =>
  async (ctx) => {
    const params = ctx['params'] as Record<'name' | 'kind' | 'id', string>;
    for (const name of parameterNames(operation)) validate(schemaOfParameter(name), params[name as 'name'], name);
    const query = readQuery(ctx, operation);
    const body = await readBody(ctx, operation);
    let found: ControlledInstance | undefined;
    const findInstance = async (isSessionRequired: boolean): Promise<ControlledInstance> => {
      found = await options.findInstance(ctx.req, isSessionRequired);
      await waitForPosition(ctx, found.store);
      return found;
    };
    const response = await handlers[id]({
      ctx,
      server: options,
      params,
      query,
      body,
      findInstance: () => findInstance(true),
      findInstanceOrOwn: () => findInstance(false),
    });
    if (found) setPosition(ctx, found.store);
    if (operation.mediaType) return;
    ctx.body = operation.response ? JSON.stringify(response) : null;
    if (operation.response) ctx.type = 'json';
    ctx.status = successStatus(operation);
  };

/** Reads the body of an operation. Throws an error with its status if the body does not follow the schema. */
async function readBody(ctx: Context, { method, body, isBodyOptional }: Operation): Promise<unknown> {
  if (method === 'get') return undefined;
  const text = await readBodyText(ctx, body === 'WorldFiles' ? maxWorldBytes : maxBodyBytes);
  const isEmpty = text === '' && (!body || isBodyOptional);
  if (!isEmpty && !ctx.is('json')) throw new ProblemError(415, 'The body must be application/json.', 'Content-Type');
  const value = isEmpty ? {} : parseJsonObject(ctx, text);
  validate(body ?? 'Nothing', value);
  return value;
}
