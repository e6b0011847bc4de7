import cors from '@koa/cors';
import type { Context, DialectHttp, EndpointServer, Middleware } from '../endpoint.ts';
import { createGraphqlEndpoint, formatGraphqlError } from './graphql-endpoint.ts';
import { sendResponse } from './error-handler.ts';
import { createAuthenticator, findBearer, refuseGetSignIn, signIn, signOut } from './sign-in.ts';

const allowCrossOrigin = cors({
  allowMethods: 'GET, HEAD, POST, DELETE, OPTIONS',
  exposeHeaders: 'Authorization',
  maxAge: 7200,
});

/** `/api`, sign-in and sign-out, following the GraphQL-over-HTTP specification. */
export const graphqlOverHttp: DialectHttp = {
  cacheControl: 'no-store',
  cors: allowCrossOrigin,
  formatError: formatGraphqlError,
  findViewer: findBearer,
  createEndpoints,
};

type Handler = (ctx: Context) => void | Promise<void>;

function createEndpoints(server: EndpointServer): Middleware {
  const authenticate = createAuthenticator(server);
  const graphql = createGraphqlEndpoint(server);
  const routes: Record<string, Record<string, Handler>> = {
    '/api': { HEAD: graphql, GET: graphql, POST: graphql },
    '/api/sign_in': { HEAD: refuseGetSignIn, GET: refuseGetSignIn, POST: (ctx) => signIn(ctx, authenticate) },
    '/api/sign_out': { DELETE: signOut },
  };
  return (ctx) => {
    const { path, method } = ctx;
    const handlers = routes[path] ?? routes[path.replace(/\/$/, '')] ?? {};
    return Object.hasOwn(handlers, method) ? handlers[method]!(ctx) : sendNotAllowed(ctx, Object.keys(handlers));
  };
}

const knownMethods = new Set(['HEAD', 'OPTIONS', 'GET', 'PUT', 'PATCH', 'POST', 'DELETE']);

const messages = {
  404: 'This path does not exist. The GraphQL endpoint is /api.',
  405: 'This method is not allowed here. GraphQL requests are sent with POST, queries also with GET.',
  501: 'This method is unknown.',
};

/** Responds to a method that a path does not have; without any, there is no such path. */
function sendNotAllowed(ctx: Context, allowed: string[]): void {
  const status = !knownMethods.has(ctx.method) ? 501 : allowed.length === 0 ? 404 : 405;
  if (status !== 404) ctx.set('Allow', allowed.join(', '));
  if (status !== 405 || ctx.method !== 'OPTIONS')
    return sendResponse(ctx, formatGraphqlError({ status, message: messages[status] }, ctx));
  ctx.body = '';
  ctx.status = 200;
}
