import type { Context } from 'koa';
import type { GraphQLRequest } from '../../contract/executor.ts';
import { parseJson, readBodyText } from './body.ts';
import { isJsonObject } from '../../json-object.ts';

/** A request that has the hash of a document in place of the document. */
export const persistedQuery = Symbol('persisted query');

/** Whether a request has the parameters of a GraphQL request in its URL. */
export const hasParametersInUrl = ({ querystring }: Context): boolean => {
  const parameters = new URLSearchParams(querystring);
  // Without a document, the extensions can have its hash.
  return Boolean(parameters.get('query') || parameters.get('extensions'));
};

/** Reads a GraphQL request from the JSON of a body. Throws an HTTP error if it is malformed. */
export async function readBody(ctx: Context): Promise<GraphQLRequest | typeof persistedQuery> {
  if (!ctx.is('application/json')) ctx.throw(415, 'The body must be application/json.');
  const text = await readBodyText(ctx);
  const members = parseJson(ctx, text, 'body');
  if (Array.isArray(members)) ctx.throw(400, batchMessage);
  if (!isJsonObject(members)) ctx.throw(400, 'The body must be a JSON object.');
  const request = checkMembers(ctx, members, 'member');
  return request === persistedQuery ? request : { ...request, readAgain: readerOf(text) };
}

const batchMessage =
  'The body must be a JSON object: a request has one operation, and lists of operations (batches) are not supported.';

// A function of its own, so that nothing but the text stays in memory.
const readerOf = (text: string) => () => JSON.parse(text) as GraphQLRequest;

/** Reads a GraphQL request from the parameters of a URL, of which empty ones count as omitted. Throws 400 if it is malformed. */
export function readUrl(ctx: Context): GraphQLRequest | typeof persistedQuery {
  const parameters = new URLSearchParams(ctx.querystring);
  const textOf = (name: string): string | undefined => {
    if (parameters.getAll(name).length > 1) ctx.throw(400, `The parameter "${name}" is repeated.`);
    return parameters.get(name) || undefined;
  };
  const valueOf = (name: string): unknown => {
    const text = textOf(name);
    return text && parseJson(ctx, text, `parameter "${name}"`);
  };
  const members = {
    query: textOf('query'),
    operationName: textOf('operationName'),
    variables: valueOf('variables'),
    extensions: valueOf('extensions'),
  };
  return checkMembers(ctx, members, 'parameter');
}

function checkMembers(
  ctx: Context,
  { query, variables, operationName, extensions }: Record<string, unknown>,
  kind: 'member' | 'parameter',
): GraphQLRequest | typeof persistedQuery {
  if (!isOptionalObject(extensions)) ctx.throw(400, `The ${kind} "extensions" must be an object.`);
  if (query === undefined && isJsonObject(extensions) && isJsonObject(extensions['persistedQuery']))
    return persistedQuery;
  if (typeof query !== 'string') ctx.throw(400, `The ${kind} "query" must be a string.`);
  if (!isOptionalObject(variables)) ctx.throw(400, `The ${kind} "variables" must be an object.`);
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    ctx.throw(400, `The ${kind} "operationName" must be a string.`);
  }
  return { query, variables, operationName } as GraphQLRequest;
}

const isOptionalObject = (value: unknown): boolean => value === undefined || value === null || isJsonObject(value);
