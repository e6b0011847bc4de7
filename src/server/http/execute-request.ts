import type { ExecutionResult } from 'graphql';
import type { Context } from 'koa';
import type { GraphQLRequest } from '../../contract/executor.ts';
import type { RequestContext } from '../../contract/request-context.ts';
import type { HttpOptions } from '../../contract/server-dialect.ts';
import type { Sessions } from '../../contract/sessions.ts';
import { retryConflicts } from '../../store/conflicts.ts';
import type { User } from '../../store/records.ts';
import { ConflictError, DatabaseError } from '../../errors.ts';
import { limitResult } from './limit-result.ts';

/** Finds the user of the `Authorization` header; null for an anonymous request. */
export const findViewer = async (ctx: Context, sessions: Sessions): Promise<User | null> =>
  sessions.findViewer(ctx.get('authorization') || undefined);

/**
 * Executes a GraphQL request for a viewer. Resolves when every write that the result can show is stored for good; rejects with a
 * StorageError if such a write was undone. If another server wrote first, the request is executed again.
 */
export const executeRequest = (
  ctx: Context,
  request: GraphQLRequest,
  viewer: User | null,
  options: HttpOptions,
): Promise<ExecutionResult> =>
  retryConflicts((isFirst) => {
    // The writes of the other server can have changed the user.
    const current = isFirst ? viewer : viewer && (options.store.find('users', viewer.id) ?? null);
    return executeOnce(ctx, request, current, options);
  });

async function executeOnce(
  ctx: Context,
  request: GraphQLRequest,
  viewer: User | null,
  { executor, execute = (_, each, context) => executor.run(each, context), store, behavior }: HttpOptions,
): Promise<ExecutionResult> {
  const origin = `${ctx.protocol}://${ctx.host}`;
  const context: RequestContext = { viewer, store, behavior, origin };
  const { lastWrite } = store;
  let hasOnlyRead = false;
  try {
    const result = execute(ctx, request, context);
    hasOnlyRead = !(result instanceof Promise) && store.lastWrite === lastWrite;
    return limitResult(await result, context);
  } finally {
    if (store.durable) {
      await store.durable.catch((error: unknown) => {
        // What the request has read was undone, so it reads again.
        throw hasOnlyRead && error instanceof DatabaseError ? new ConflictError(error.message) : error;
      });
    }
  }
}
