import type { ExecutionResult } from 'graphql';
import type { GraphQLRequest } from '../../contract/executor.ts';
import type { Behavior } from '../../contract/behavior.ts';
import type { RequestContext } from '../../contract/request-context.ts';
import type { Context, EndpointServer, ExecuteRequest } from '../../contract/server-dialect.ts';
import { ConflictError, DatabaseError, StorageError } from '../../errors.ts';
import { retryConflicts } from '../../store/conflicts.ts';
import { requestOrigin } from './request-origin.ts';

/**
 * Creates the function with which endpoints execute GraphQL requests. It resolves when every write that the result can show is
 * stored for good, and rejects with a StorageError if such a write was undone, or came while all records are replaced. If another server wrote first, the request is executed again.
 */
export function createRequestExecution(behavior: Behavior, execute: ExecuteRequest): EndpointServer['execute'] {
  async function executeOnce(
    ctx: Context,
    request: GraphQLRequest,
    viewer: RequestContext['viewer'],
  ): Promise<ExecutionResult> {
    const { store } = ctx.state.world;
    const context: RequestContext = {
      viewer,
      scopes: ctx.state.application?.scopes,
      store,
      behavior,
      origin: requestOrigin(ctx),
    };
    const { lastWrite } = store;
    let hasOnlyRead = false;
    try {
      const result = execute(ctx, request, context);
      hasOnlyRead = !(result instanceof Promise) && store.lastWrite === lastWrite;
      return refuseUnstored(await result);
    } finally {
      if (store.durable) {
        await store.durable.catch((error: unknown) => {
          // What the request has read was undone, so it reads again.
          throw hasOnlyRead && error instanceof DatabaseError ? new ConflictError(error.message) : error;
        });
      }
    }
  }

  return (ctx, request, viewer) =>
    retryConflicts((isFirst) => {
      // The writes of the other server can have changed the user.
      const current = isFirst ? viewer : viewer && (ctx.state.world.store.find('users', viewer.id) ?? null);
      return executeOnce(ctx, request, current);
    });
}

/** Throws the StorageError of a field that could not write, so that the whole request gets its status. */
function refuseUnstored(result: ExecutionResult): ExecutionResult {
  const refused = result.errors?.find(({ originalError }) => originalError instanceof StorageError);
  if (refused) throw refused.originalError;
  return result;
}
