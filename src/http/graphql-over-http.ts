import cors from '@koa/cors';
import { Router } from '@koa/router';
import type Koa from 'koa';
import { type Serving, errorExit, graphql, sayNothingHere } from './graphql.ts';
import { signIn, signInForm, signOut } from './sign-in.ts';
import { throttle } from './throttle.ts';

/** `/api` and the sessions, by the GraphQL-over-HTTP specification, in the order that a request meets them. */
export function graphqlOverHttp(app: Koa, serving: Serving): void {
  const answer = graphql(serving);
  const router = new Router({ prefix: '/api' })
    .post('/sign_in', signIn(serving.sessions))
    .get('/sign_in', signInForm)
    .delete('/sign_out', signOut(serving.sessions));
  app.use(errorExit);
  app.use(sayNothingHere);
  app.use(cors({ allowMethods: 'POST, DELETE, OPTIONS', exposeHeaders: 'Authorization', maxAge: 7200 }));
  if (serving.throttled) app.use(throttle());
  app.use((ctx, next) => (ctx.path === '/api' || ctx.path === '/api/' ? answer(ctx, next) : next()));
  app.use(router.routes());
  app.use(router.allowedMethods());
}
