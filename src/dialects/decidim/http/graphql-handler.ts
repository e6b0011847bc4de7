import type { GraphQLRequest } from '../../../graphql/executor.ts';
import type { Context, EndpointServer, TextResponse } from '../../../server/endpoint.ts';
import { SimulatedServerError, SimulatedStackOverflow } from '../../../errors.ts';
import { sendResponse } from '../../../server/http/error-handler.ts';
import { type CookieState, findCookieOrBearer } from '../../../server/http/sign-in.ts';
import { findRequestApplication } from '../oauth/requests.ts';
import type { HttpTraits } from '../resource.ts';
import { MalformedJsonError, parseJsonKeepingFloats, parseNestedQuery, readParameters } from './parameters.ts';
import { isJsonObject } from '../../../json-object.ts';

/** `POST /api`. Requests that the platform fails to process get a 500 that is a GraphQL result. */
export async function handleGraphqlRequest(
  ctx: Context,
  cookie: CookieState,
  server: EndpointServer,
  traits: Partial<HttpTraits>,
): Promise<void> {
  try {
    sendResponse(ctx, formatJson(200, await respond(ctx, cookie, server, traits)));
  } catch (error) {
    if (!(error instanceof SimulatedServerError || error instanceof MalformedJsonError)) throw error;
    ctx.state.reason = error.message;
    if (error instanceof SimulatedStackOverflow) sendFailsafeResponse(ctx);
    else sendResponse(ctx, internalError);
  }
}

// The order decides what a request with several errors gets, and whether the response sets the cookie.
async function respond(
  ctx: Context,
  cookie: CookieState,
  server: EndpointServer,
  { hasSignIn = true, acceptsMissingQuery = false }: Partial<HttpTraits>,
): Promise<object> {
  const { members: bodyMembers, isJson } = await readParameters(ctx);
  // Parameters of the URL take precedence over those of the body.
  const members = ctx.querystring === '' ? bodyMembers : { ...bodyMembers, ...parseNestedQuery(ctx.querystring) };
  const request = requestOf(members);
  const { state } = ctx;
  const viewer = (state.viewer = hasSignIn ? await findCookieOrBearer(ctx, cookie) : null);
  if (hasSignIn && state.world.authentication.grants.hasTokens)
    state.application = await findRequestApplication(ctx, members);
  if (viewer) cookie.isLoaded = true;
  const { query } = members;
  // Rails puts the members of a JSON body that lacks `query` under this name.
  if (!('query' in members) && isJson && !acceptsMissingQuery)
    throw new SimulatedServerError('the body has no member "query": Rails then takes the whole body for it');
  if (query === undefined || query === null || query === false)
    return { errors: [{ message: 'No query string was present' }] };
  if (typeof query !== 'string') throw new SimulatedServerError('"query" is not a text');
  return server.execute(ctx, request, viewer);
}

/** The query is not validated yet. */
const requestOf = (members: Record<string, unknown>): GraphQLRequest => ({
  query: members['query'] as string,
  variables: parseVariables(members['variables']),
  operationName: parseOperationName(members['operationName']),
});

const parseOperationName = (name: unknown): string | null | undefined =>
  name === undefined || name === null || typeof name === 'string' ? name : JSON.stringify(name);

/** Accepts an object, a JSON text, a blank text or null. The JSON may be any value as long as no variable is read from it. */
function parseVariables(value: unknown): GraphQLRequest['variables'] {
  if (typeof value === 'string')
    return value.trim() === '' ? null : (parseJsonKeepingFloats(value) as GraphQLRequest['variables']);
  if (value === undefined || value === null || isJsonObject(value)) return value;
  throw new SimulatedServerError('"variables" is neither an object nor a text with JSON');
}

const formatJson = (status: number, body: object): TextResponse => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', Vary: 'Accept, Origin' },
  body: JSON.stringify(body),
});

/** An error that the platform does not have. */
export const formatJsonError = (status: number, message: string): TextResponse =>
  formatJson(status, { errors: [{ message }] });

/** The platform's 500. */
export const internalError = formatJson(500, { errors: [{ message: 'Internal Server error' }], data: {} });

/** Responds as Rails does when the application itself cannot. */
export function sendFailsafeResponse(ctx: Context): void {
  ctx.body =
    "500 Internal Server Error\nIf you are the administrator of this website, then please read this web application's log file and/or the web server's log file to find out what went wrong.";
  ctx.status = 500;
  ctx.set('Content-Type', 'text/plain; charset=utf-8');
}
