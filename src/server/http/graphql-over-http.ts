import cors from '@koa/cors';
import { Router } from '@koa/router';
import type Koa from 'koa';
import type { HttpOptions } from '../../contract/server-dialect.ts';
import { refuseForeignHosts } from './allowed-hosts.ts';
import { createForeignOriginGuard, refuseForeignFixedTokens } from './foreign-origins.ts';
import { graphqlErrorHandler, handleGraphqlRequest, sendUnhandledStatus } from './graphql-handler.ts';
import { setResponseHeaders } from './response-headers.ts';
import { createAuthenticator, refuseGetSignIn, signIn, signOut } from './sign-in.ts';
import { createThrottle } from './throttle.ts';

/** Mounts `/api`, sign-in and sign-out, following the GraphQL-over-HTTP specification. */
export function mountGraphqlOverHttp(app: Koa, options: HttpOptions): void {
  const { sessions, limitRequests, allowedHosts } = options;
  const refuseForeignOrigin = createForeignOriginGuard(options.corsOrigins);
  const authenticate = createAuthenticator(sessions, refuseForeignOrigin);
  const router = new Router({ prefix: '/api' })
    .post('/sign_in', (ctx) => signIn(ctx, authenticate))
    .get('/sign_in', refuseGetSignIn)
    .delete('/sign_out', (ctx) => signOut(ctx, sessions));
  app.use(graphqlErrorHandler);
  app.use(sendUnhandledStatus);
  app.use(setResponseHeaders('no-store'));
  if (allowedHosts) app.use(refuseForeignHosts(allowedHosts));
  app.use(cors({ allowMethods: 'GET, HEAD, POST, DELETE, OPTIONS', exposeHeaders: 'Authorization', maxAge: 7200 }));
  if (limitRequests) app.use(createThrottle());
  app.use(refuseForeignFixedTokens(refuseForeignOrigin, options));
  if (options.aroundEndpoints) app.use(options.aroundEndpoints);
  app.use((ctx, next) => (ctx.path === '/api' || ctx.path === '/api/' ? handleGraphqlRequest(ctx, options) : next()));
  app.use(router.routes());
  app.use(router.allowedMethods());
}
