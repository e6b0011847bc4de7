import cors from '@koa/cors';
import { Router } from '@koa/router';
import type Koa from 'koa';
import type { HttpOptions } from '../../contract/server-dialect.ts';
import { createGraphqlHandler, graphqlErrorHandler, respondToUnhandledRequest } from './graphql-handler.ts';
import { signIn, refuseGetSignIn, signOut } from './sign-in.ts';
import { createThrottle } from './throttle.ts';

/** `/api` and the sessions, by the GraphQL-over-HTTP specification, in the order that a request meets them. */
export function mountGraphqlOverHttp(app: Koa, serving: HttpOptions): void {
  const answer = createGraphqlHandler(serving);
  const router = new Router({ prefix: '/api' })
    .post('/sign_in', signIn(serving.sessions))
    .get('/sign_in', refuseGetSignIn)
    .delete('/sign_out', signOut(serving.sessions));
  app.use(graphqlErrorHandler);
  app.use(respondToUnhandledRequest);
  app.use(cors({ allowMethods: 'POST, DELETE, OPTIONS', exposeHeaders: 'Authorization', maxAge: 7200 }));
  if (serving.limitRequests) app.use(createThrottle());
  app.use((ctx, next) => (ctx.path === '/api' || ctx.path === '/api/' ? answer(ctx, next) : next()));
  app.use(router.routes());
  app.use(router.allowedMethods());
}
