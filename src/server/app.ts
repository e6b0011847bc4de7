import type { GraphQLSchema } from 'graphql';
import Koa from 'koa';
import { withStepLimit } from '../contract/execution-steps.ts';
import type { CreateExecute } from '../contract/execution/execute-operation.ts';
import type { Executor } from '../contract/executor.ts';
import type { RequestContext } from '../contract/request-context.ts';
import type { HttpOptions, MockMode, ServerDialect } from '../contract/server-dialect.ts';
import type { Sessions } from '../contract/sessions.ts';
import { createOperationAuthorizer, withAuthorization } from './auth/policy.ts';
import { createSessions } from './auth/sessions.ts';
import { createPositions } from './http/positions.ts';
import { withInputValidation } from './validation/validation.ts';

/**
 * Creates the executor of a dialect. Several stores can share it, because it holds no records. `wrapSchema` wraps resolvers
 * outside of authorization.
 */
export function createExecutor(
  dialect: ServerDialect,
  mockMode: MockMode = 'mock',
  createExecute?: CreateExecute,
  wrapSchema: (schema: GraphQLSchema) => GraphQLSchema = (schema) => schema,
): Executor<RequestContext> {
  // A mutation checks the role and the component setting before the attributes.
  const validated = withInputValidation(dialect.createSchema(mockMode), dialect.attributeRules);
  const schema = wrapSchema(withStepLimit(withAuthorization(validated, dialect.permissions)));
  return dialect.createExecutor(schema, createOperationAuthorizer(schema), createExecute);
}

/** Returns a function that calls `create` once for each dialect and mock mode: all servers of this process share the result. */
export function shareByDialect<T>(create: (dialect: ServerDialect, mockMode: MockMode) => T): typeof create {
  const shared = new WeakMap<ServerDialect, Map<MockMode, T>>();
  return (dialect, mockMode) => {
    const byMode = shared.get(dialect) ?? new Map<MockMode, T>();
    shared.set(dialect, byMode);
    const known = byMode.get(mockMode) ?? create(dialect, mockMode);
    byMode.set(mockMode, known);
    return known;
  };
}

/** Returns the executor that all servers of this process with the same dialect and mocks share. */
export const shareExecutor = shareByDialect((dialect, mockMode) => createExecutor(dialect, mockMode));

export interface AppOptions extends Omit<HttpOptions, 'executor' | 'behavior' | 'sessions'> {
  dialect: ServerDialect;
  /** If omitted, the one that all servers of the dialect share. */
  executor?: Executor<RequestContext>;
  /** If omitted, sessions over the store are created. */
  sessions?: Sessions;
  /** Runs before everything else. */
  middleware?: Koa.Middleware;
  /** Receives every unexpected error; the client receives a masked one. */
  onBug?: (error: Error) => void;
}

// A client that disconnects or is too slow is not a bug.
const clientErrorCode = /^(ECONN|EPIPE|HPE_|ERR_HTTP_REQUEST_TIMEOUT|ERR_STREAM_PREMATURE_CLOSE)/;

/** Creates the Koa app for an open store. It does not listen. */
export function createApp({
  dialect,
  executor = shareExecutor(dialect, 'mock'),
  store,
  sessions = createSessions({ store }),
  middleware,
  aroundEndpoints,
  onBug,
  ...options
}: AppOptions): Koa {
  const app = new Koa();
  app.on('error', (error: NodeJS.ErrnoException) => clientErrorCode.test(error.code ?? '') || onBug?.(error));
  if (middleware) app.use(middleware);
  dialect.mountHttp(app, {
    ...options,
    aroundEndpoints: store.shared ? createPositions(store, aroundEndpoints) : aroundEndpoints,
    executor,
    sessions,
    store,
    behavior: dialect.behavior,
  });
  return app;
}
