import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Context, Middleware } from 'koa';
import type { GraphQLRequest } from '../../contract/executor.ts';
import type { HttpOptions } from '../../contract/server-dialect.ts';
import { isObject, parseJsonObject, readBodyText } from './body.ts';
import { createErrorHandler } from './error-handler.ts';
import { executeRequest, findViewer } from './execute-request.ts';

const json = 'application/json';
const graphqlJson = 'application/graphql-response+json';

/**
 * Handles `POST /api` (specification, section 4), following the GraphQL-over-HTTP specification
 * (https://graphql.github.io/graphql-over-http/draft/).
 */
export async function handleGraphqlRequest(ctx: Context, options: HttpOptions): Promise<void> {
  if (ctx.method !== 'POST') {
    ctx.set('Allow', 'POST, OPTIONS');
    ctx.throw(405, 'GraphQL requests are sent with POST.');
  }
  const mediaType = negotiateMediaType(ctx);
  const request = await readRequest(ctx);
  const result = await executeRequest(ctx, request, await findViewer(ctx, options.sessions), options);
  const errors = result.errors?.map((error) => maskBug(error, ctx));
  ctx.body = JSON.stringify(errors ? { ...result, errors } : result);
  ctx.status = mediaType === graphqlJson && !('data' in result) ? 400 : 200;
  ctx.set('Content-Type', `${mediaType}; charset=utf-8`);
}

function negotiateMediaType(ctx: Context): string {
  const { accept } = ctx.headers;
  if (!accept || accept === '*/*' || accept === json) return json;
  // Responses are always UTF-8, so a charset parameter must not decide.
  ctx.req.headers.accept = accept.replace(/;\s*charset=[^;,]*/gi, '');
  return ctx.accepts(json, graphqlJson) || ctx.throw(406, `The available media types are ${json} and ${graphqlJson}.`);
}

async function readRequest(ctx: Context): Promise<GraphQLRequest> {
  if (!ctx.is(json)) ctx.throw(415, `The body must be ${json}.`);
  const text = await readBodyText(ctx);
  const { query, variables, operationName, extensions } = parseJsonObject(ctx, text);
  if (typeof query !== 'string') ctx.throw(400, 'The member "query" must be a string.');
  if (!isOptionalObject(variables)) ctx.throw(400, 'The member "variables" must be an object.');
  if (!isOptionalObject(extensions)) ctx.throw(400, 'The member "extensions" must be an object.');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    ctx.throw(400, 'The member "operationName" must be a string.');
  }
  return { query, variables, operationName, readAgain: readerOf(text) } as GraphQLRequest;
}

// A function of its own, so that nothing but the text stays in memory.
const readerOf = (text: string) => () => JSON.parse(text) as GraphQLRequest;

const isOptionalObject = (value: unknown): boolean => value === undefined || value === null || isObject(value);

/** Whether an error of a result is a bug, which the client must not see. */
const isBug = ({ originalError }: GraphQLError): boolean =>
  originalError !== undefined && !(originalError instanceof GraphQLError);

const bugCode = 'INTERNAL_ERROR';

/** The code that the client sees of an error in a result; null if it has none. */
export const codeOf = (error: GraphQLError): string | null =>
  isBug(error) ? bugCode : ((error.extensions?.['code'] as string | undefined) ?? null);

/** Reports a bug to the app and returns a masked error. Returns other errors as they are. */
function maskBug(error: GraphQLError, ctx: Context): GraphQLError | GraphQLFormattedError {
  if (!isBug(error)) return error;
  ctx.app.emit('error', error.originalError, ctx);
  const { locations, path } = error.toJSON();
  return { message: 'Internal error', locations, path, extensions: { code: bugCode } };
}

function sendError(ctx: Context, status: number, message: string): void {
  ctx.body = JSON.stringify({ errors: [{ message }] });
  ctx.status = status;
  ctx.type = json;
}

/** Sends errors thrown outside GraphQL execution as a GraphQL error. */
export const graphqlErrorHandler = createErrorHandler(sendError, (ctx) => sendError(ctx, 500, 'Internal error'));

const statusMessages: Record<number, string> = {
  404: 'This path does not exist. The GraphQL endpoint is /api.',
  405: 'This method is not allowed here.',
  501: 'This method is unknown.',
};

/** Sends a GraphQL error if no other middleware sent a response. */
export const sendUnhandledStatus: Middleware = async (ctx, next) => {
  await next();
  const message = ctx.body === undefined || ctx.body === null ? statusMessages[ctx.status] : undefined;
  if (message) sendError(ctx, ctx.status, message);
};
