import type { IncomingMessage } from 'node:http';
import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import compose from 'koa-compose';
import { CommandError } from '../../errors.ts';
import { maxBodyBytes, parseJsonObject, readBodyText } from '../../server/http/body.ts';
import type { World } from '../world.ts';
import { servePages } from '../pages/pages.ts';
import { ProblemError } from '../problem.ts';
import { type AdminAccess, refuseForeignOrigins, requireToken } from './access.ts';
import type { ControlledServer } from './admin-request.ts';
import { handlers } from './handlers.ts';
import { parameterNames, routeOf, schemaOfParameter, successStatus } from './openapi.ts';
import { type Operation, adminPath } from './operation.ts';
import { type OperationId, operations } from './operations.ts';
import { validate } from '../validation.ts';
import { propertiesOf } from './schemas.ts';
import { nameDescription } from '../names.ts';

export interface ControlOptions extends ControlledServer, AdminAccess {
  /** Finds the world of a request. Throws a RequestError if there can be none, or if a session is required but not named. */
  findWorld(request: IncomingMessage, isSessionRequired: boolean): World | Promise<World>;
}

// The records of a world take more space than a request to the API may.
const maxWorldBytes = 64 * maxBodyBytes;

/** Creates the endpoints of the control API, `GET /` and the pages. */
export function createControlEndpoints(options: ControlOptions): Middleware {
  const router = new Router();
  for (const [id, operation] of Object.entries(operations)) {
    const { method, path } = routeOf(operation);
    router.register(
      path.replaceAll(/\{(\w+)\}/g, ':$1'),
      [method.toLowerCase()],
      handle(id as OperationId, operation, options),
    );
  }
  return compose([
    throwProblems,
    refuseForeignOrigins(options),
    servePages,
    requireToken(options),
    refuseShortenedPaths,
    router.routes() as Middleware,
    router.allowedMethods() as Middleware,
  ]);
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

const handle = (id: OperationId, operation: Operation, options: ControlOptions): Middleware => {
  // What is validated here has the types of the operation, which differ from one to the next.
  const handler = handlers[id] as (request: object) => unknown;
  return async (ctx) => {
    const params = ctx['params'] as Record<string, string>;
    for (const name of parameterNames(operation)) validate(schemaOfParameter(name), params[name], name);
    const query = readQuery(ctx, operation);
    const body = await readBody(ctx, operation);
    const findWorld = async (isSessionRequired: boolean): Promise<World> => {
      const world = await options.findWorld(ctx.req, isSessionRequired);
      await world.store.refresh();
      return world;
    };
    const response = await handler({
      ctx,
      server: options,
      params,
      query,
      body,
      findWorld: () => findWorld(true),
      findWorldOrOwn: () => findWorld(false),
    });
    if (operation.mediaType) return;
    ctx.body = operation.response ? JSON.stringify(response) : null;
    if (operation.response) ctx.type = 'json';
    ctx.status = successStatus(operation);
  };
};

/** Reads the body of an operation. Throws an error with its status if the body does not follow the schema. */
async function readBody(ctx: Context, { endpoint, body, isBodyOptional }: Operation): Promise<unknown> {
  if (endpoint.startsWith('GET ')) return undefined;
  const text = await readBodyText(ctx, body === 'WorldFiles' ? maxWorldBytes : maxBodyBytes);
  const isEmpty = text === '' && (!body || isBodyOptional);
  if (!isEmpty && !ctx.is('json')) throw new ProblemError(415, 'The body must be application/json.', 'Content-Type');
  const value = isEmpty ? {} : parseJsonObject(ctx, text);
  validate(body ?? 'Nothing', value);
  return value;
}

/** Reads the query of an operation. Throws a ProblemError if it does not follow the schema. */
function readQuery(ctx: Context, { query: schema }: Operation): object {
  if (!schema) return {};
  const types = propertiesOf(schema);
  const values = new Map<string, string | number>();
  for (const [name, text] of new URLSearchParams(ctx.querystring)) {
    if (values.has(name)) throw new ProblemError(400, `The parameter ${JSON.stringify(name)} is given twice.`, name);
    const isInteger = Object.hasOwn(types, name) && types[name]!['type'] === 'integer' && /^-?\d+$/.test(text);
    values.set(name, isInteger ? Number(text) : text);
  }
  const query = Object.fromEntries(values);
  validate(schema, query, undefined, 'The query');
  return query;
}

// Clients remove the segments "." and "..", also in the form %2E, before they send a URL.
const changesNothingNamed = new RegExp(
  String.raw`^${adminPath}/(?:(?:sessions|snapshots|faults)/|(?:snapshots/)?restore)?$`,
);

/** Refuses a change of a session, snapshot or fault whose name is missing in the path, or "." or "..", with 400. */
const refuseShortenedPaths: Middleware = (ctx, next) => {
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD' || ctx.method === 'OPTIONS';
  if (isRead || !changesNothingNamed.test(ctx.path)) return next();
  throw new ProblemError(
    400,
    `The path ${ctx.path} has no name of a session, snapshot or fault, which must be ${nameDescription}: clients remove those from a URL.`,
    'name',
  );
};
