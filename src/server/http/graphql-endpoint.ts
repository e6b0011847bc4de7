import { GraphQLError, getOperationAST } from 'graphql';
import { createHandler } from 'graphql-http';
import type Koa from 'koa';
import type { GraphQLRequest } from '../../graphql/executor.ts';
import type {
  Context,
  EndpointServer,
  ErrorResponse,
  Middleware,
  RequestFailure,
} from '../../dialects/server-dialect.ts';
import { StorageError } from '../../errors.ts';
import { isJsonObject } from '../../json-object.ts';
import { findRequestApplication } from '../oauth/requests.ts';
import { isNestedTooDeep, parseJsonObject, readBodyText } from './body.ts';
import { sendErrorResponse } from './error-handler.ts';
import { findBearer } from './sign-in.ts';

const json = 'application/json';
const graphqlJson = 'application/graphql-response+json';

const mediaTypes = [json, graphqlJson];

/** Whether a request has the hash of a document, which stands in the place of the document where there is none. */
const hasHash = (extensions: unknown): boolean =>
  isJsonObject(extensions) && isJsonObject(extensions['persistedQuery']);

/** Clients that send the hash of a document fall back to the document when they see this error. */
const persistedQueryNotSupported = new GraphQLError('PersistedQueryNotSupported', {
  extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' },
});

/**
 * Handles `POST /api` (specification, section 4), and queries in the URL of `GET /api`. graphql-http reads the requests and forms the
 * responses as the GraphQL-over-HTTP specification says (https://graphql.github.io/graphql-over-http/draft/).
 */
export function createGraphqlEndpoint(server: EndpointServer): Middleware {
  const handle = createHandler<Context>({
    async onSubscribe({ raw: ctx, method }, { query, variables, operationName, extensions }) {
      if (query === '' && hasHash(extensions)) return [persistedQueryNotSupported];
      if (isNestedTooDeep(variables)) ctx.throw(400, 'The variables are nested too deep.');
      const request: GraphQLRequest = { query, variables, operationName: operationName || undefined };
      if (method === 'GET') refuseMutation(ctx, request, server);
      const result = await execute(ctx, request, server);
      const errors = result.errors?.map((error) => maskBug(error, ctx));
      return 'data' in result ? { ...result, ...(errors && { errors }) } : errors;
    },
  });
  return async (ctx) => {
    const mediaType = negotiateMediaType(ctx);
    if (!mediaType) ctx.throw(406, `The available media types are ${mediaTypes.join(' and ')}.`);
    const isPost = ctx.method === 'POST';
    const [body, { status, headers }] = await handle({
      ...(isPost ? await readBody(ctx) : readUrl(ctx)),
      headers: { accept: mediaType, 'content-type': json },
      raw: ctx,
    });
    ctx.body = body;
    ctx.status = status;
    ctx.set(headers ?? {});
  };
}

/** The request of a body, as graphql-http takes it. */
async function readBody(ctx: Context) {
  if (!ctx.is(json)) ctx.throw(415, `The body must be ${json}.`);
  const members = parseJsonObject(ctx, await readBodyText(ctx));
  const body = hasHash(members['extensions']) ? { query: '', ...members } : members;
  return { method: 'POST', url: ctx.url, body, context: undefined };
}

/** The request of a URL. A request with HEAD is one with GET, to which Koa sends no body. */
function readUrl(ctx: Context) {
  const parameters = new URLSearchParams(ctx.querystring);
  if (!parameters.get('query') && !parameters.get('extensions'))
    refuseGet(ctx, 'A GET request needs the parameter "query". Use POST otherwise.');
  ctx.vary('Accept, Authorization');
  // What graphql-http reads ends at the next question mark. The last parameter is for a hash without a document.
  const url = `?${ctx.querystring.replaceAll('?', '%3F')}&query=`;
  return { method: 'GET', url, body: null, context: undefined };
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

async function execute(ctx: Context, request: GraphQLRequest, server: EndpointServer) {
  const { state } = ctx;
  const viewer = (state.viewer = await findBearer(ctx));
  // An invalid token is none, as everywhere in this dialect.
  if (state.world.authentication.grants.hasTokens) state.application = await findRequestApplication(ctx, {}, false);
  return server.execute(ctx, request, viewer);
}

/** Returns the media type of the response that the client prefers; undefined if it accepts none. */
function negotiateMediaType(ctx: Koa.Context): string | undefined {
  // Responses are always UTF-8, so clients may say so.
  const found = ctx.accepts(mediaTypes.flatMap((each) => [each, `${each}; charset=utf-8`]));
  return found ? found.split(';')[0] : undefined;
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
function maskBug(error: GraphQLError, ctx: Context): GraphQLError {
  if (!isBug(error)) return error;
  ctx.app.emit('error', error.originalError, ctx);
  const { nodes, path } = error;
  return new GraphQLError(bugMessage, { nodes, path, extensions: { code: bugCode } });
}

/** Formats an error that was thrown outside GraphQL execution as a GraphQL error. */
export const formatGraphqlError = (
  { status, message }: Pick<RequestFailure, 'status' | 'message'>,
  ctx: Koa.Context,
): ErrorResponse => ({
  status,
  headers: { 'Content-Type': `${negotiateMediaType(ctx) ?? json}; charset=utf-8` },
  body: JSON.stringify({ errors: [{ message }] }),
});

const statusMessages: Record<number, string> = {
  404: 'This path does not exist. The GraphQL endpoint is /api.',
  405: 'This method is not allowed here. GraphQL requests are sent with POST, queries also with GET.',
  501: 'This method is unknown.',
};

/** Sends a GraphQL error if no other middleware sent a response. */
export const sendUnhandledStatus: Middleware = async (ctx, next) => {
  await next();
  const message = ctx.body === undefined || ctx.body === null ? statusMessages[ctx.status] : undefined;
  if (message !== undefined) sendErrorResponse(ctx, formatGraphqlError({ status: ctx.status, message }, ctx));
};
