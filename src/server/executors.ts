import type { ExecutionResult } from 'graphql';
import type { Behavior } from '../dialects/behavior.ts';
import type { Executor } from '../graphql/executor.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { EndpointServer, ExecuteRequest, MockMode, ServerDialect } from '../dialects/server-dialect.ts';
import { StorageError } from '../errors.ts';
import { applyVisibility } from '../graphql/visibility.ts';
import { applyGuards, createOperationAuthorizer } from '../graphql/guards.ts';
import { requestOrigin } from './http/origins.ts';
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

/** Creates the function with which endpoints execute GraphQL requests. */
export function createRequestExecution(behavior: Behavior, execute: ExecuteRequest): EndpointServer['execute'] {
  return async (ctx, request, viewer) => {
    const { store } = ctx.state.world;
    return execute(ctx, request, {
      viewer,
      scopes: ctx.state.application?.scopes,
      store,
      behavior,
      // Few requests ask for URLs.
      get origin() {
        return requestOrigin(ctx);
      },
    });
  };
}

/**
 * An executor whose results resolve when every write that they can show is stored, and reject with a StorageError if such a write was
 * undone, or came while all records are replaced. Servers that share records write one at a time, so nothing but the execution happens
 * within: delays come before or after it.
 */
export const createStoringExecutor = (executor: Executor<RequestContext>): Executor<RequestContext> => ({
  schema: executor.schema,
  parse: (query) => executor.parse(query),
  run(request, context) {
    const { store, viewer } = context;
    const run = async () => {
      // Another server can have changed the user.
      context.viewer = viewer && (store.find('users', viewer.id) ?? null);
      return refuseUnstored(await executor.run(request, context));
    };
    // Only what can be a mutation waits for the other servers.
    return store.isShared && !/\bmutation\b/.test(request.query) ? store.read(run) : store.write(run);
  },
});

/** Throws the StorageError of a field that could not write, so that the whole request gets its status. */
function refuseUnstored(result: ExecutionResult): ExecutionResult {
  const refused = result.errors?.find(({ originalError }) => originalError instanceof StorageError);
  if (refused) throw refused.originalError;
  return result;
}
