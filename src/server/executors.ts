import type { Executor } from '../graphql/executor.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { MockMode, ServerDialect } from './dialect.ts';
import { applyVisibility } from '../graphql/visibility.ts';
import { applyGuards, createOperationAuthorizer } from '../graphql/guards.ts';
import { createConstraintValidator } from './constraints.ts';

/** Creates the executor of a dialect. Several stores can share it, because it holds no records. */
export function createExecutor(dialect: ServerDialect, mockMode: MockMode = 'mock'): Executor<RequestContext> {
  const { permissions, attributeRules: createValidator = createConstraintValidator } = dialect;
  const schema = applyGuards(applyVisibility(dialect.createSchema(mockMode), dialect.visibility), {
    permissions,
    createValidator,
  });
  return dialect.createExecutor(schema, createOperationAuthorizer(schema));
}

const shared = new WeakMap<ServerDialect, Map<MockMode, Executor<RequestContext>>>();

/** Returns the executor that all servers of this process with the same dialect and mocks share. */
export function shareExecutor(dialect: ServerDialect, mockMode: MockMode): Executor<RequestContext> {
  const byMode = shared.get(dialect) ?? new Map<MockMode, Executor<RequestContext>>();
  shared.set(dialect, byMode);
  const executor = byMode.get(mockMode) ?? createExecutor(dialect, mockMode);
  byMode.set(mockMode, executor);
  return executor;
}
