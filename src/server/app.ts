import Koa from 'koa';
import type { Executor } from '../contract/executor.ts';
import type { RequestContext } from '../contract/request-context.ts';
import type { HttpOptions, MockMode, ServerDialect } from '../contract/server-dialect.ts';
import { createOperationAuthorizer, withAuthorization } from './auth/policy.ts';
import { withInputValidation } from './validation/validation.ts';

/** Creates the executor of a dialect. It holds no records, so several stores can share it. */
export function createExecutor(dialect: ServerDialect, mockMode: MockMode = 'mock'): Executor<RequestContext> {
  // A mutation checks the role and the component's setting first, then the attributes.
  const validated = withInputValidation(dialect.createSchema(mockMode), dialect.attributeRules);
  const schema = withAuthorization(validated, dialect.permissions);
  return dialect.createExecutor(schema, createOperationAuthorizer(schema));
}

export interface AppOptions extends Omit<HttpOptions, 'executor' | 'behavior'> {
  dialect: ServerDialect;
  /** If omitted, the app creates one for the dialect. */
  executor?: Executor<RequestContext>;
  /** Receives every unexpected error; the client gets a masked one. */
  onBug?: (error: Error) => void;
}

/** Creates the Koa app over an opened store; it does not listen yet. */
export function createApp({ dialect, executor = createExecutor(dialect), onBug, ...options }: AppOptions): Koa {
  const app = new Koa();
  // A client that disconnects is not a bug of the server.
  app.on('error', (error: NodeJS.ErrnoException) => /^(ECONN|EPIPE|HPE_)/.test(error.code ?? '') || onBug?.(error));
  dialect.mountHttp(app, { ...options, executor, behavior: dialect.behavior });
  return app;
}
