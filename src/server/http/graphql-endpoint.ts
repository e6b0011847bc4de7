import { GraphQLError, getOperationAST } from 'graphql';
import type Koa from 'koa';
import { LRUCache } from 'lru-cache';
import type { GraphQLRequest } from '../../graphql/executor.ts';
import type { Context, EndpointServer, TextResponse, RequestFailure } from '../endpoint.ts';
import { StorageError } from '../../errors.ts';
import { isJsonObject } from '../../json-object.ts';
import { sendResponse } from './error-handler.ts';
import { maxRequestValues, parseJson, parseJsonObject, readBodyText } from './body.ts';
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

/** Handles `POST /api` (specification, section 4), and queries in the URL of `GET /api`. */
export const createGraphqlEndpoint =
  (server: EndpointServer) =>
  async (ctx: Context): Promise<void> => {
    const mediaType = negotiateMediaType(ctx);
    if (!mediaType) ctx.throw(406, `The available media types are ${mediaTypes.join(' and ')}.`);
    const parameters = ctx.method === 'POST' ? await readBody(ctx) : readUrl(ctx);
    const result = hasHashOnly(parameters)
      ? { errors: [persistedQueryNotSupported] }
      : await execute(ctx, requestOf(parameters, ctx), server);
    const errors = result.errors?.map((error) => maskBug(error, ctx));
    sendResponse(ctx, {
      // https://graphql.github.io/graphql-over-http/draft/#sec-application-graphql-response-json
      status: mediaType === graphqlJson && !('data' in result) ? 400 : 200,
      headers: { 'Content-Type': `${mediaType}; charset=utf-8` },
      body: JSON.stringify(errors ? { ...result, errors } : result),
    });
  };

/** The parameters of a request (https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters) before they are checked. */
type Parameters = Record<string, unknown>;

async function readBody(ctx: Context): Promise<Parameters> {
  if (!ctx.is(json)) ctx.throw(415, `The body must be ${json}.`);
  return parseJsonObject(ctx, await readBodyText(ctx), maxRequestValues);
}

/** The parameters of a URL. A request with HEAD is one with GET, to which Koa sends no body. */
function readUrl(ctx: Context): Parameters {
  const parameters = Object.fromEntries(new URLSearchParams(ctx.querystring));
  if (!parameters['query'] && !parameters['extensions'])
    refuseGet(ctx, 'A GET request needs the parameter "query". Use POST otherwise.');
  ctx.vary('Accept, Authorization');
  const parse = (name: string) =>
    parameters[name] ? parseJson(ctx, parameters[name], `parameter "${name}"`) : undefined;
  return { ...parameters, variables: parse('variables'), extensions: parse('extensions') };
}

const hasHashOnly = ({ query, extensions }: Parameters): boolean => !query && hasHash(extensions);

/** Throws 400 if a parameter is missing or has another type. */
function requestOf({ query, variables, operationName, extensions }: Parameters, ctx: Context): GraphQLRequest {
  if (typeof query !== 'string') return ctx.throw(400, 'The parameter "query" must be a text.');
  for (const [name, value] of Object.entries({ variables, extensions }))
    if (value !== undefined && value !== null && !isJsonObject(value))
      ctx.throw(400, `The parameter "${name}" must be an object.`);
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    return ctx.throw(400, 'The parameter "operationName" must be a text.');
  return { query, variables: variables as GraphQLRequest['variables'], operationName: operationName || undefined };
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
  if (ctx.method !== 'POST') refuseMutation(ctx, request, server);
  const { state } = ctx;
  const found = findBearer(ctx);
  const viewer = (state.viewer = found instanceof Promise ? await found : found);
  return server.execute(ctx, request, viewer);
}

/** The media types that clients prefer, by their header `Accept`. */
const negotiated = new LRUCache<string, { mediaType: string | undefined }>({ max: 100 });

/** Returns the media type of the response that the client prefers; undefined if it accepts none. */
function negotiateMediaType(ctx: Koa.Context): string | undefined {
  const { accept = '' } = ctx.headers;
  let known = negotiated.get(accept);
  if (!known) {
    // Responses are always UTF-8, so clients may say so.
    const found = ctx.accepts(mediaTypes.flatMap((each) => [each, `${each}; charset=utf-8`]));
    negotiated.set(accept, (known = { mediaType: found ? found.split(';')[0] : undefined }));
  }
  return known.mediaType;
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
): TextResponse => ({
  status,
  headers: { 'Content-Type': `${negotiateMediaType(ctx) ?? json}; charset=utf-8` },
  body: JSON.stringify({ errors: [{ message }] }),
});
