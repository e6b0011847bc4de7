import type { GraphQLSchema } from 'graphql';
import { withStepLimit } from '../execution/step-limit.ts';
import type { CreateExecute, Executor } from '../contract/executor.ts';
import type { RequestContext } from '../contract/request-context.ts';
import type { MockMode, ServerDialect } from '../contract/server-dialect.ts';
import { createOperationAuthorizer, withAuthorization } from './auth/authorization.ts';
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
