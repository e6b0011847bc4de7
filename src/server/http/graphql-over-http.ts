import cors from '@koa/cors';
import { Router } from '@koa/router';
import compose from 'koa-compose';
import type { DialectHttp, EndpointServer, Middleware, RequestState } from '../../contract/server-dialect.ts';
import { formatGraphqlError, handleGraphqlRequest, sendUnhandledStatus } from './graphql-handler.ts';
import { createAuthenticator, findBearer, refuseGetSignIn, signIn, signOut } from './sign-in.ts';

/** `/api`, sign-in and sign-out, following the GraphQL-over-HTTP specification. */
export const graphqlOverHttp: DialectHttp = {
  cacheControl: 'no-store',
  cors: cors({ allowMethods: 'GET, HEAD, POST, DELETE, OPTIONS', exposeHeaders: 'Authorization', maxAge: 7200 }),
  formatError: formatGraphqlError,
  findViewer: findBearer,
  createEndpoints,
};

function createEndpoints(server: EndpointServer): Middleware {
  const authenticate = createAuthenticator(server);
  const router = new Router<RequestState>({ prefix: '/api' })
    .post('/sign_in', (ctx) => signIn(ctx, authenticate))
    .get('/sign_in', refuseGetSignIn)
    .delete('/sign_out', (ctx) => signOut(ctx));
  const routes = compose([sendUnhandledStatus, router.routes() as Middleware, router.allowedMethods() as Middleware]);
  return (ctx, next) =>
    ctx.path === '/api' || ctx.path === '/api/' ? handleGraphqlRequest(ctx, server) : routes(ctx, next);
}
