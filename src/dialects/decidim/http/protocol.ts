import type Koa from 'koa';
import type { Context, Middleware } from 'koa';
import type { RequestContext as GraphqlContext } from '../../../contract/request-context.ts';
import type { GraphQLRequest } from '../../../contract/executor.ts';
import { SimulatedServerError } from '../../../errors.ts';
import { isObject } from '../../../server/http/body.ts';
import { allowCrossOrigin } from './cross-origin.ts';
import { createErrorHandler } from '../../../server/http/error-handler.ts';
import type { HttpOptions } from '../../../contract/server-dialect.ts';
import { createRequestContext } from '../../../server/http/request-context.ts';
import { MalformedJsonError, parseNestedQuery, parseJsonKeepingFloats, readParameters } from './parameters.ts';
import { decidimSignIn } from './sign-in.ts';
import { refuseGetSignIn, signOut } from '../../../server/http/sign-in.ts';
import { createThrottle } from '../../../server/http/throttle.ts';

/** `/api` and the sessions as the platform, which is written in Rails, answers them: nearly always with 200. */
export function mountDecidimHttp(app: Koa, serving: HttpOptions): void {
  const routes: Record<string, Record<string, Middleware>> = {
    '/api': { POST: query(serving), GET: toDocs, HEAD: toDocs },
    '/api/docs': { GET: docs, HEAD: docs },
    '/api/sign_in': { POST: decidimSignIn(serving.sessions), GET: refuseGetSignIn },
    '/api/sign_out': { DELETE: signOut(serving.sessions) },
  };
  app.use(createErrorHandler(html, (ctx) => json(ctx, 500, internalError)));
  app.use(allowCrossOrigin);
  if (serving.limitRequests) app.use(createThrottle());
  app.use((ctx, next) => {
    const { path } = ctx;
    const answer = (routes[path] ?? routes[path.replace(/\/$/, '')])?.[ctx.method] ?? nothingHere;
    return understood(ctx) ? answer(ctx, next) : html(ctx, 406);
  });
}

const html = (ctx: Context, status: number): void => page(ctx, status, '');

const page = (ctx: Context, status: number, text: string): void => {
  ctx.body = text;
  ctx.status = status;
  ctx.set('Content-Type', 'text/html; charset=UTF-8');
};

const nothingHere: Middleware = (ctx) =>
  page(ctx, 404, '<!doctype html><title>Not found</title><p>There is nothing here; GraphQL is at /api.</p>');

const mediaType = /^\s*(?:\*|[\w!#$&^.+-]+)\/(?:\*|[\w!#$&^.+-]+)\s*(?:;.*)?$/;

/** Whether the media types that a request names are media types at all, known or not. */
function understood({ headers }: Context): boolean {
  const { accept, 'content-type': type } = headers;
  if (type !== undefined && !mediaType.test(type)) return false;
  return !accept || accept.split(',').every((each) => mediaType.test(each));
}

const toDocs: Middleware = (ctx) => {
  html(ctx, 301);
  ctx.set('Location', `${ctx.protocol}://${ctx.host}/api/docs`);
};

/** What the platform's pages of documentation come to here. */
const docs: Middleware = (ctx) =>
  page(
    ctx,
    200,
    '<!doctype html><title>The API</title><p>GraphQL is sent to /api with POST; administrators may ask for the schema by introspection.</p>',
  );

const json = (ctx: Context, status: number, body: object): void => {
  ctx.body = JSON.stringify(body);
  ctx.status = status;
  ctx.set('Content-Type', 'application/json; charset=utf-8');
};

const internalError = { errors: [{ message: 'Internal Server error' }], data: {} };

/** `POST /api`: parameters of the URL go before those of the body. */
const query =
  (serving: HttpOptions): Middleware =>
  async (ctx) => {
    try {
      const request = await readRequest(ctx);
      if (!request) return json(ctx, 200, { errors: [{ message: 'No query string was present' }] });
      const context = await createRequestContext(ctx, serving);
      return json(ctx, 200, await acknowledged(request, context, serving));
    } catch (error) {
      if (error instanceof SimulatedServerError || error instanceof MalformedJsonError)
        return json(ctx, 500, internalError);
      throw error;
    }
  };

/** The answer, once what the request wrote is on the disk, whether it ends well or not. */
async function acknowledged(
  request: GraphQLRequest,
  context: GraphqlContext,
  { executor }: HttpOptions,
): Promise<object> {
  try {
    return await executor.run(request, context);
  } finally {
    if (context.durable) await context.durable;
  }
}

/** The GraphQL request, or undefined when there is no document. A Crash where the platform does not know what to do. */
async function readRequest(ctx: Context): Promise<GraphQLRequest | undefined> {
  const body = await readParameters(ctx);
  const members = ctx.querystring === '' ? body.members : { ...body.members, ...parseNestedQuery(ctx.querystring) };
  const { query: document, operationName } = members;
  // Rails puts the members of a JSON body that lacks `query` under this name.
  if (!('query' in members) && body.isJson) throw new SimulatedServerError();
  if (document === undefined || document === null || document === false) return undefined;
  if (typeof document !== 'string') throw new SimulatedServerError();
  return { query: document, variables: variablesOf(members['variables']), operationName: nameOf(operationName) };
}

const nameOf = (name: unknown): string | null | undefined =>
  name === undefined || name === null || typeof name === 'string' ? name : JSON.stringify(name);

/** An object, a text of JSON, a blank text, or null. A text may hold any JSON as long as no variable is looked up in it. */
function variablesOf(given: unknown): GraphQLRequest['variables'] {
  if (typeof given === 'string')
    return given.trim() === '' ? null : (parseJsonKeepingFloats(given) as GraphQLRequest['variables']);
  if (given === undefined || given === null || isObject(given)) return given;
  throw new SimulatedServerError();
}
