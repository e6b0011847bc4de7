import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Context as HttpContext, Middleware } from 'koa';
import type { GraphQLRequest } from '../../contract/executor.ts';
import type { HttpOptions } from '../../contract/server-dialect.ts';
import { isObject, parseJsonObject, readBodyText } from './body.ts';
import { createErrorHandler } from './error-handler.ts';
import { createRequestContext } from './request-context.ts';

const json = 'application/json';
const graphqlJson = 'application/graphql-response+json';

/**
 * `POST /api` (specification, section 4), by the GraphQL-over-HTTP specification
 * (https://graphql.github.io/graphql-over-http/draft/).
 */
export function createGraphqlHandler(serving: HttpOptions): Middleware {
  return async (ctx) => {
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST, OPTIONS');
      ctx.throw(405, 'GraphQL requests are sent with POST.');
    }
    const mediaType = answerType(ctx);
    const request = await readRequest(ctx);
    const context = await createRequestContext(ctx, serving);
    const result = await serving.executor.run(request, context);
    // Nothing is acknowledged before it is on the disk.
    if (context.durable) await context.durable;
    const body = JSON.stringify(
      result.errors ? { ...result, errors: result.errors.map((error) => shown(error, ctx)) } : result,
    );
    ctx.status = mediaType === graphqlJson && !('data' in result) ? 400 : 200;
    ctx.set('Content-Type', `${mediaType}; charset=utf-8`);
    ctx.body = body;
  };
}

function answerType(ctx: HttpContext): string {
  const { accept } = ctx.headers;
  if (!accept || accept === '*/*' || accept === json) return json;
  // Answers are in UTF-8 whether it is asked for or not.
  ctx.req.headers.accept = accept.replace(/;\s*charset=[^;,]*/gi, '');
  const type = ctx.accepts(json, graphqlJson);
  return type || ctx.throw(406, `Answers are ${json} or ${graphqlJson}.`);
}

async function readRequest(ctx: HttpContext): Promise<GraphQLRequest> {
  if (!ctx.is(json)) ctx.throw(415, `The body must be ${json}.`);
  const { query, variables, operationName, extensions } = parseJsonObject(ctx, await readBodyText(ctx));
  if (typeof query !== 'string') ctx.throw(400, 'The member "query" must be a string.');
  if (!isMap(variables)) ctx.throw(400, 'The member "variables" must be an object.');
  if (!isMap(extensions)) ctx.throw(400, 'The member "extensions" must be an object.');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    ctx.throw(400, 'The member "operationName" must be a string.');
  }
  return { query, variables, operationName } as GraphQLRequest;
}

const isMap = (value: unknown): boolean => value === undefined || value === null || isObject(value);

/** An error as the client sees it: a bug is logged whole, and masked. */
function shown(error: GraphQLError, ctx: HttpContext): GraphQLError | GraphQLFormattedError {
  if (!error.originalError || error.originalError instanceof GraphQLError) return error;
  ctx.app.emit('error', error.originalError, ctx);
  const { locations, path } = error.toJSON();
  return { message: 'Internal error', locations, path, extensions: { code: 'INTERNAL_ERROR' } };
}

const silent: Record<number, string> = {
  404: 'There is nothing here; GraphQL is at /api.',
  405: 'This method is not allowed here.',
  501: 'This method is not known.',
};

const answer = (ctx: HttpContext, status: number, message: string): void => {
  ctx.body = JSON.stringify({ errors: [{ message }] });
  ctx.status = status;
  ctx.type = json;
};

/** What is thrown outside the execution is a GraphQL error body, which says nothing of a bug. */
export const graphqlErrorHandler = createErrorHandler(answer, (ctx) => answer(ctx, 500, 'Internal error'));

/** Answers with a GraphQL error body where nothing else did. */
export const respondToUnhandledRequest: Middleware = async (ctx, next) => {
  await next();
  const message = ctx.body === undefined || ctx.body === null ? silent[ctx.status] : undefined;
  if (message) answer(ctx, ctx.status, message);
};
