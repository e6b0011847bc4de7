import Koa from 'koa';
import type { RequestContext } from '../contract/request-context.ts';
import type { Executor } from '../contract/executor.ts';
import { type Sessions, createSessions } from './auth/sessions.ts';
import { serverDialect as specification } from '../dialects/specification/server.ts';
import type { MockMode, ServerDialect } from '../contract/server-dialect.ts';
import { mountGraphqlOverHttp } from './http/graphql-over-http.ts';
import { mountDecidimHttp } from '../dialects/decidim/http/protocol.ts';
import { createOperationAuthorizer, withAuthorization } from './auth/policy.ts';
import type { Store } from '../store/store.ts';
import { withInputValidation } from './validation/validation.ts';

/** What a dialect's documents run on; it holds no records, so that one serves many stores. */
export type AppExecutor = Executor<RequestContext>;

/** The contract in a dialect, ready to run documents. */
export function createExecutor(dialect: ServerDialect = specification, fill: MockMode = 'mock'): AppExecutor {
  // A mutation asks for the role and the component's setting first, then for the attributes.
  const schema = withAuthorization(
    withInputValidation(dialect.createSchema(fill), dialect.attributeRules),
    dialect.permissions,
  );
  return dialect.createExecutor(schema, createOperationAuthorizer(schema));
}

export interface AppOptions {
  store: Store;
  /** Defaults to new sessions over the store. */
  sessions?: Sessions;
  dialect?: ServerDialect;
  /** What documents run on: made for the dialect when it is left out. */
  executor?: AppExecutor;
  /** Whether an address may send 100 requests a minute at most, as the platform in production. */
  limitRequests?: boolean;
  /** Told of every bug, whole; the client is told nothing of it. */
  onBug?: (error: Error) => void;
}

const protocols = { 'graphql-over-http': mountGraphqlOverHttp, platform: mountDecidimHttp };

/** The stand-in over an opened store: a Koa app that does not listen yet. */
export function createApp({
  store,
  sessions = createSessions({ store }),
  dialect = specification,
  executor,
  limitRequests,
  onBug,
}: AppOptions): Koa {
  const app = new Koa();
  // A client that goes away is no bug of the server.
  app.on('error', (error: NodeJS.ErrnoException) => /^(ECONN|EPIPE|HPE_)/.test(error.code ?? '') || onBug?.(error));
  const { behavior, http } = dialect;
  protocols[http](app, { executor: executor ?? createExecutor(dialect), sessions, store, behavior, limitRequests });
  return app;
}
