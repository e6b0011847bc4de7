import cors from '@koa/cors';
import { Router } from '@koa/router';
import compose from 'koa-compose';
import type { Context, DialectHttp, EndpointServer, Middleware, RequestState } from '../../dialects/server-dialect.ts';
import { createGraphqlEndpoint, formatGraphqlError, sendUnhandledStatus } from './graphql-endpoint.ts';
import { createOAuthEndpoints, isOAuthPath } from '../../dialects/decidim/oauth/endpoints.ts';
import { readJsonOrForm } from './body.ts';
import {
  createAuthenticator,
  findBearer,
  readSessionCookie,
  refuseGetSignIn,
  setSessionCookie,
  signIn,
  signOut,
} from './sign-in.ts';

const allowCrossOrigin = cors({
  allowMethods: 'GET, HEAD, POST, DELETE, OPTIONS',
  exposeHeaders: 'Authorization',
  maxAge: 7200,
});

/** `/api`, sign-in, sign-out and OAuth, following the GraphQL-over-HTTP specification. */
export const graphqlOverHttp: DialectHttp = {
  cacheControl: 'no-store',
  cors: (ctx, next) => (isOAuthPath(ctx.path) ? next() : allowCrossOrigin(ctx, next)),
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
  const sendOAuth = createOAuthEndpoints(server, {
    async readParameters(ctx) {
      const body = ctx.request.length ? await readJsonOrForm(ctx) : {};
      return { ...body, ...Object.fromEntries(new URLSearchParams(ctx.querystring)) };
    },
    pictureOf: () => undefined,
    sendNotFound: (ctx) => ctx.throw(404, 'There is no such page.'),
    sendServerError: (ctx) => ctx.throw(406, 'The pages are HTML.'),
  });
  const pages: Middleware = async (ctx, next) => {
    if (!isOAuthPath(ctx.path)) return next();
    const cookie = readSessionCookie(ctx);
    if (cookie.user) server.refuseForeignOrigin(ctx, 'The session cookie');
    if (!(await sendOAuth(ctx, cookie))) return next();
    if (cookie.isLoaded) setSessionCookie(ctx, cookie);
  };
  return compose([sendUnhandledStatus, pages, router.routes() as Middleware, router.allowedMethods() as Middleware]);
}
