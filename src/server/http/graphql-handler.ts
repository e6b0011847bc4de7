import { type ExecutionResult, GraphQLError, type GraphQLFormattedError, getOperationAST } from 'graphql';
import type Koa from 'koa';
import type { GraphQLRequest } from '../../contract/executor.ts';
import type {
  Context,
  EndpointServer,
  ErrorResponse,
  Middleware,
  RequestFailure,
} from '../../contract/server-dialect.ts';
import { StorageError } from '../../errors.ts';
import { sendErrorResponse } from './error-handler.ts';
import { findRequestApplication } from '../oauth/request-application.ts';
import { findBearer } from './sign-in.ts';
import { hasParametersInUrl, persistedQuery, readBody, readUrl } from './read-graphql-request.ts';

const json = 'application/json';
const graphqlJson = 'application/graphql-response+json';

/**
 * Handles `POST /api` (specification, section 4), and queries in the URL of `GET /api`, following the GraphQL-over-HTTP
 * specification (https://graphql.github.io/graphql-over-http/draft/).
 */
export async function handleGraphqlRequest(ctx: Context, server: EndpointServer): Promise<void> {
  // Koa sends no body in response to HEAD.
  const isGet = ctx.method === 'GET' || ctx.method === 'HEAD';
  if (ctx.method === 'OPTIONS') return sendAllowedMethods(ctx);
  if (isGet && !hasParametersInUrl(ctx))
    refuseGet(ctx, 'A GET request needs the parameter "query". Use POST otherwise.');
  if (!isGet && ctx.method !== 'POST') {
    ctx.set('Allow', allMethods);
    ctx.throw(405, 'GraphQL requests are sent with POST, queries also with GET.');
  }
  const mediaType = negotiateMediaType(ctx);
  if (!mediaType) ctx.throw(406, `The available media types are ${json} and ${graphqlJson}.`);
  if (isGet) ctx.vary('Accept, Authorization');
  const request = isGet ? readUrl(ctx) : await readBody(ctx);
  if (isGet && request !== persistedQuery) refuseMutation(ctx, request, server);
  const result = request === persistedQuery ? persistedQueryResult : await execute(ctx, request, server);
  const errors = result.errors?.map((error) => maskBug(error, ctx));
  // Koa looks for the type of a body that has none yet.
  ctx.set('Content-Type', `${mediaType}; charset=utf-8`);
  ctx.body = JSON.stringify(errors ? { ...result, errors } : result);
  ctx.status = mediaType === graphqlJson && !('data' in result) ? 400 : 200;
}

const allMethods = 'GET, HEAD, POST, OPTIONS';

function sendAllowedMethods(ctx: Context): void {
  ctx.status = 204;
  ctx.set('Allow', allMethods);
}

function refuseGet(ctx: Context, message: string): never {
  ctx.set('Allow', 'POST, OPTIONS');
  return ctx.throw(405, message);
}

/** Throws 405 if the operation that would be executed is a mutation. */
function refuseMutation(ctx: Context, { query, operationName }: GraphQLRequest, { executor }: EndpointServer): void {
  let operation: ReturnType<typeof getOperationAST>;
  try {
    operation = getOperationAST(executor.parse(query), operationName);
  } catch {
    // The result of the execution says what is wrong with the document.
    return;
  }
  if (operation?.operation === 'mutation') refuseGet(ctx, 'Mutations are sent with POST.');
}

/** Clients that send the hash of a document fall back to the document when they see this error. */
const persistedQueryResult: ExecutionResult = {
  errors: [new GraphQLError('PersistedQueryNotSupported', { extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } })],
};

async function execute(ctx: Context, request: GraphQLRequest, server: EndpointServer): Promise<ExecutionResult> {
  const { state } = ctx;
  const viewer = (state.viewer = await findBearer(ctx));
  // An invalid token is none, as everywhere in this dialect.
  if (state.world.authentication.grants.hasTokens) state.application = await findRequestApplication(ctx, {}, false);
  return server.execute(ctx, request, viewer);
}

/** Returns the media type of the response that the client prefers; false if it accepts none. */
function negotiateMediaType(ctx: Koa.Context): string | false {
  const { accept } = ctx.headers;
  if (!accept || accept === '*/*' || accept === json) return json;
  // Responses are always UTF-8, so a charset parameter must not decide.
  ctx.req.headers.accept = accept.replace(/;\s*charset=[^;,]*/gi, '');
  return ctx.accepts(json, graphqlJson);
}

/** Whether an error of a result is a bug, which the client must not see. */
const isBug = ({ originalError }: GraphQLError): boolean =>
  originalError !== undefined && !(originalError instanceof GraphQLError || originalError instanceof StorageError);

const bugCode = 'INTERNAL_ERROR';

/** The code that the client sees of an error in a result; null if it has none. */
export const codeOf = (error: GraphQLError): string | null =>
  isBug(error) ? bugCode : ((error.extensions?.['code'] as string | undefined) ?? null);

const bugMessage = 'Internal error';

/** The message that the client sees of an error in a result. */
export const messageOf = (error: GraphQLError): string => (isBug(error) ? bugMessage : error.message);

/** Reports a bug to the app and returns a masked error. Returns other errors as they are. */
function maskBug(error: GraphQLError, ctx: Context): GraphQLError | GraphQLFormattedError {
  if (!isBug(error)) return error;
  ctx.app.emit('error', error.originalError, ctx);
  const { locations, path } = error.toJSON();
  return { message: bugMessage, locations, path, extensions: { code: bugCode } };
}

/** Formats an error that was thrown outside GraphQL execution as a GraphQL error. */
export const formatGraphqlError = (
  { status, message }: Pick<RequestFailure, 'status' | 'message'>,
  ctx: Koa.Context,
): ErrorResponse => ({
  status,
  headers: { 'Content-Type': `${negotiateMediaType(ctx) || json}; charset=utf-8` },
  body: JSON.stringify({ errors: [{ message }] }),
});

const statusMessages: Record<number, string> = {
  404: 'This path does not exist. The GraphQL endpoint is /api.',
  405: 'This method is not allowed here.',
  501: 'This method is unknown.',
};

/** Sends a GraphQL error if no other middleware sent a response. */
export const sendUnhandledStatus: Middleware = async (ctx, next) => {
  await next();
  const message = ctx.body === undefined || ctx.body === null ? statusMessages[ctx.status] : undefined;
  if (message !== undefined) sendErrorResponse(ctx, formatGraphqlError({ status: ctx.status, message }, ctx));
};
