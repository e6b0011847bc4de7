import { Readable, pipeline } from 'node:stream';
import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import compose from 'koa-compose';
import { CommandError } from '../../errors.ts';
import { isSameText } from '../../records/passwords.ts';
import { maxBodyBytes, parseJsonObject, readBodyText } from '../../server/http/body.ts';
import { createForeignOriginGuard } from '../../server/http/origins.ts';
import { routeOf, successStatus } from './openapi.ts';
import type { ControlledServer, Endpoint, Operation, OperationRequest, RawResponse } from './operation.ts';
import { ProblemError } from './problem.ts';
import { object } from './schema.ts';
import { validate } from './validation.ts';

/** The path below which every operation is, but `GET /`. */
const adminPath = '/__admin';

const nothing = object({}, { description: 'an object without members' });

/** Creates the endpoints of the control API and of the pages. */
export function createControlRoutes(
  server: ControlledServer,
  operations: Readonly<Record<string, Operation>>,
  servePages: Middleware,
): Middleware {
  // A name that is missing in a path must not turn an operation on one thing into one on all.
  const router = new Router({ strict: true });
  for (const operation of Object.values(operations)) {
    const { method, path } = routeOf(operation);
    const handle: Middleware = (ctx) => runOperation(ctx, operation, { server, operations });
    router.register(path.replaceAll(/\{(\w+)\}/g, ':$1'), [method.toLowerCase()], handle);
  }
  const refuseForeignOrigin = createForeignOriginGuard(server.isForeignOrigin);
  return compose([
    throwProblems,
    (ctx, next) => {
      refuseForeignOrigin(ctx, 'The control API');
      return next();
    },
    servePages,
    requireToken(server),
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

/** Refuses requests without the token; `GET /` needs none. */
const requireToken =
  ({ token }: ControlledServer): Middleware =>
  (ctx, next) => {
    const isAdmin = ctx.path === adminPath || ctx.path.startsWith(`${adminPath}/`);
    if (token === undefined || !isAdmin || isSameText(ctx.get('authorization'), `Bearer ${token}`)) return next();
    ctx.set('WWW-Authenticate', 'Bearer');
    throw new ProblemError(
      401,
      'The control API needs the header Authorization: Bearer with the value of --control-token, or with the token that the start has printed.',
      'Authorization',
    );
  };

async function runOperation(
  ctx: Context,
  operation: Operation,
  shared: Pick<OperationRequest<Endpoint, unknown, unknown>, 'server' | 'operations'>,
): Promise<void> {
  const { server } = shared;
  const params = ctx['params'] as Record<string, string>;
  for (const { name, schema } of routeOf(operation).parameters) validate(schema, params[name], { name });
  const query = readQuery(ctx, operation);
  const body = await readBody(ctx, operation);
  const world = await server.findWorld(operation.hasNoWorld ? {} : ctx.headers);
  if (!operation.hasNoWorld && !operation.needsNoStore) await world.store.refresh();
  // The types of an operation follow from the schemas by which its request was validated.
  const run = operation.run as (request: object) => unknown;
  const client = new AbortController();
  ctx.res.once('close', () => client.abort(new ProblemError(408, 'The client disconnected.')));
  const response = await run({ ...shared, headers: ctx.headers, signal: client.signal, world, params, query, body });
  if (operation.mediaType) return sendRaw(ctx, response as RawResponse);
  ctx.body = operation.response ? JSON.stringify(response) : null;
  if (operation.response) ctx.type = 'json';
  ctx.status = successStatus(operation);
}

function sendRaw(ctx: Context, { headers, body }: RawResponse): void {
  ctx.status = 200;
  ctx.set(headers);
  if (!(body instanceof Readable) || ctx.method === 'HEAD') {
    ctx.body = body;
    return;
  }
  // Koa reports a client that disconnects from a stream as an error, and sends the headers with the first part of a body.
  ctx.respond = false;
  ctx.flushHeaders();
  pipeline(body, ctx.res, () => {});
}

/** Reads the body of an operation. Throws an error with its status if the body does not follow the schema. */
async function readBody(ctx: Context, { endpoint, body, maxBodyBytes: maxBytes }: Operation): Promise<unknown> {
  if (endpoint.startsWith('GET ')) return undefined;
  const text = await readBodyText(ctx, maxBytes ?? maxBodyBytes);
  if (text !== '' && !ctx.is('json')) throw new ProblemError(415, 'The body must be application/json.', 'Content-Type');
  const value = text === '' ? {} : parseJsonObject(ctx, text);
  validate(body ?? nothing, value);
  return value;
}

/** Reads the query of an operation. Throws a ProblemError if it does not follow the schema. */
function readQuery(ctx: Context, { query: schema }: Operation): object {
  if (!schema) return {};
  const values = new Map<string, string | number>();
  for (const [name, text] of new URLSearchParams(ctx.querystring)) {
    if (values.has(name)) throw new ProblemError(400, `The parameter ${JSON.stringify(name)} is given twice.`, name);
    const type = Object.hasOwn(schema.properties, name) && schema.properties[name]!['type'];
    values.set(name, type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text);
  }
  const query = Object.fromEntries(values);
  validate(schema, query, { whole: 'The query' });
  return query;
}
