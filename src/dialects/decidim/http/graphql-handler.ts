import type { Context } from 'koa';
import type { GraphQLRequest } from '../../../contract/executor.ts';
import type { HttpOptions } from '../../../contract/server-dialect.ts';
import { SimulatedServerError, SimulatedStackOverflow } from '../../../errors.ts';
import { isObject } from '../../../server/http/body.ts';
import { executeRequest, findViewer } from '../../../server/http/execute-request.ts';
import { MalformedJsonError, parseJsonKeepingFloats, parseNestedQuery, readParameters } from './parameters.ts';
import type { RequestSession } from './session-cookie.ts';

/** `POST /api`. Requests that the platform fails to process get a 500 that is a GraphQL result. */
export async function handleGraphqlRequest(ctx: Context, session: RequestSession, options: HttpOptions): Promise<void> {
  try {
    sendJson(ctx, 200, await respond(ctx, session, options));
  } catch (error) {
    if (!(error instanceof SimulatedServerError || error instanceof MalformedJsonError)) throw error;
    if (error instanceof SimulatedStackOverflow) sendFailsafeResponse(ctx);
    else sendInternalError(ctx);
  }
}

// The order decides what a request with several errors gets, and whether its session is loaded.
async function respond(ctx: Context, session: RequestSession, options: HttpOptions): Promise<object> {
  const { members: bodyMembers, isJson, readAgain } = await readParameters(ctx);
  // Parameters of the URL take precedence over those of the body.
  const members = ctx.querystring === '' ? bodyMembers : { ...bodyMembers, ...parseNestedQuery(ctx.querystring) };
  const request = requestOf(members);
  if (readAgain && ctx.querystring === '') request.readAgain = readerOf(readAgain);
  // The cookie takes precedence over the token.
  const viewer = session.user ?? (await findViewer(ctx, options.sessions));
  if (viewer) session.isLoaded = true;
  const { query } = members;
  // Rails puts the members of a JSON body that lacks `query` under this name.
  if (!('query' in members) && isJson) throw new SimulatedServerError();
  if (query === undefined || query === null || query === false)
    return { errors: [{ message: 'No query string was present' }] };
  if (typeof query !== 'string') throw new SimulatedServerError();
  return executeRequest(ctx, request, viewer, options);
}

/** The query is not validated yet. */
const requestOf = (members: Record<string, unknown>): GraphQLRequest => ({
  query: members['query'] as string,
  variables: parseVariables(members['variables']),
  operationName: parseOperationName(members['operationName']),
});

// A function of its own, so that nothing but the text stays in memory.
const readerOf = (readMembers: () => Record<string, unknown>) => () => requestOf(readMembers());

const parseOperationName = (name: unknown): string | null | undefined =>
  name === undefined || name === null || typeof name === 'string' ? name : JSON.stringify(name);

/** Accepts an object, a JSON text, a blank text or null. The JSON may be any value as long as no variable is read from it. */
function parseVariables(value: unknown): GraphQLRequest['variables'] {
  if (typeof value === 'string')
    return value.trim() === '' ? null : (parseJsonKeepingFloats(value) as GraphQLRequest['variables']);
  if (value === undefined || value === null || isObject(value)) return value;
  throw new SimulatedServerError();
}

/** Responds with an error that the platform does not have. */
export const sendError = (ctx: Context, status: number, message: string): void =>
  sendJson(ctx, status, { errors: [{ message }] });

/** Responds with the platform's 500. */
export const sendInternalError = (ctx: Context): void =>
  sendJson(ctx, 500, { errors: [{ message: 'Internal Server error' }], data: {} });

/** Responds as Rails does when the application itself cannot. */
function sendFailsafeResponse(ctx: Context): void {
  ctx.body =
    "500 Internal Server Error\nIf you are the administrator of this website, then please read this web application's log file and/or the web server's log file to find out what went wrong.";
  ctx.status = 500;
  ctx.set('Content-Type', 'text/plain; charset=utf-8');
}

function sendJson(ctx: Context, status: number, body: object): void {
  ctx.body = JSON.stringify(body);
  ctx.status = status;
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.set('Vary', 'Accept, Origin');
}
