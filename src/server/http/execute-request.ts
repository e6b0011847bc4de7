import type { ExecutionResult } from 'graphql';
import type { Behavior } from '../../contract/behavior.ts';
import type { EndpointServer, ExecuteRequest } from '../../contract/server-dialect.ts';
import { StorageError } from '../../errors.ts';
import { requestOrigin } from './request-origin.ts';

/**
 * Creates the function with which endpoints execute GraphQL requests. It resolves when every write that the result can show is
 * stored, and rejects with a StorageError if such a write was undone, or came while all records are replaced.
 */
export function createRequestExecution(behavior: Behavior, execute: ExecuteRequest): EndpointServer['execute'] {
  return (ctx, request, viewer) => {
    const { store } = ctx.state.world;
    const run = async () =>
      refuseUnstored(
        await execute(ctx, request, {
          // Another server can have changed the user.
          viewer: viewer && (store.find('users', viewer.id) ?? null),
          scopes: ctx.state.application?.scopes,
          store,
          behavior,
          origin: requestOrigin(ctx),
        }),
      );
    // Servers write one at a time, so only what can be a mutation waits for the others.
    return store.isShared && !/\bmutation\b/.test(request.query) ? store.read(run) : store.write(run);
  };
}

/** Throws the StorageError of a field that could not write, so that the whole request gets its status. */
function refuseUnstored(result: ExecutionResult): ExecutionResult {
  const refused = result.errors?.find(({ originalError }) => originalError instanceof StorageError);
  if (refused) throw refused.originalError;
  return result;
}
