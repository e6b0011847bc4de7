import cors from '@koa/cors';
import { Router } from '@koa/router';
import Koa from 'koa';
import type { Context } from './contract/context.ts';
import { executableSchema, readContract } from './contract/contract.ts';
import { type Executor, createExecutor } from './contract/executor.ts';
import type { Sessions } from './control/sessions.ts';
import type { SpokenDialect } from './dialects/dialect.ts';
import { specification } from './dialects/specification/specification.ts';
import { errorExit, graphql } from './http/graphql.ts';
import { signIn, signInForm, signOut } from './http/sign-in.ts';
import { rootRefusal, withPolicy } from './policy/policy.ts';
import { resolvers } from './resolvers/resolvers.ts';
import type { Store } from './store/store.ts';
import { withValidation } from './validation/validation.ts';

/** What a dialect's documents run on; it holds no records, so that one serves many stores. */
export type Engine = Executor<Context>;

/** The contract in a dialect, ready to run documents. */
export function createEngine({ limits }: SpokenDialect = specification): Engine {
  // A mutation asks for the role and the component's setting first, then for the attributes.
  const schema = withPolicy(withValidation(executableSchema(readContract(), resolvers)));
  return createExecutor<Context>({ schema, limits, refuse: rootRefusal(schema) });
}

export interface AppOptions {
  store: Store;
  sessions: Sessions;
  engine?: Engine;
  /** Told of every bug, whole; the client is told nothing of it. */
  onBug?: (error: Error) => void;
}

/** The stand-in over an opened store: a Koa app that does not listen yet. */
export function createApp({ store, sessions, engine = createEngine(), onBug = () => {} }: AppOptions): Koa {
  const answer = graphql({ executor: engine, sessions, store });
  const router = new Router({ prefix: '/api' })
    .post('/sign_in', signIn(sessions))
    .get('/sign_in', signInForm)
    .delete('/sign_out', signOut(sessions));

  const app = new Koa();
  // A client that goes away is no bug of the server.
  app.on('error', (error: NodeJS.ErrnoException) => /^(ECONN|EPIPE|HPE_)/.test(error.code ?? '') || onBug(error));
  app.use(errorExit);
  app.use(cors({ allowMethods: 'POST, DELETE, OPTIONS', exposeHeaders: 'Authorization', maxAge: 7200 }));
  app.use((ctx, next) => (ctx.path === '/api' || ctx.path === '/api/' ? answer(ctx, next) : next()));
  app.use(router.routes());
  app.use(router.allowedMethods());
  return app;
}
