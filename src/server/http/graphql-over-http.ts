import cors from '@koa/cors';
import { Router } from '@koa/router';
import compose from 'koa-compose';
import type { Context, DialectHttp, EndpointServer, Middleware, RequestState } from '../../dialects/server-dialect.ts';
import { createGraphqlEndpoint, formatGraphqlError, sendUnhandledStatus } from './graphql-endpoint.ts';
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

function createEndpoints(server: EndpointServer): Middleware {
  const authenticate = createAuthenticator(server);
  const graphql = createGraphqlEndpoint(server);
  const router = new Router<RequestState>({ prefix: '/api', sensitive: true })
    .get('/', (ctx, next) => graphql(ctx as Context, next))
    .post('/', (ctx, next) => graphql(ctx as Context, next))
    .post('/sign_in', (ctx) => signIn(ctx, authenticate))
    .get('/sign_in', refuseGetSignIn)
    .delete('/sign_out', (ctx) => signOut(ctx));
  return compose([sendUnhandledStatus, router.routes() as Middleware, router.allowedMethods() as Middleware]);
}
