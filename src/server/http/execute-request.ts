import type { ExecutionResult } from 'graphql';
import type { Context } from 'koa';
import type { GraphQLRequest } from '../../contract/executor.ts';
import type { RequestContext } from '../../contract/request-context.ts';
import type { HttpOptions } from '../../contract/server-dialect.ts';
import type { Sessions } from '../../contract/sessions.ts';
import type { User } from '../../store/records.ts';

/** Finds the user of the `Authorization` header; null for an anonymous request. */
export const findViewer = async (ctx: Context, sessions: Sessions): Promise<User | null> =>
  sessions.findViewer(ctx.get('authorization') || undefined);

/**
 * Executes a GraphQL request for a viewer. Resolves when every write that the result can show is on the disk; rejects with a
 * StorageError if such a write was undone.
 */
export async function executeRequest(
  ctx: Context,
  request: GraphQLRequest,
  viewer: User | null,
  { executor, store, behavior }: HttpOptions,
): Promise<ExecutionResult> {
  const origin = `${ctx.protocol}://${ctx.host}`;
  const context: RequestContext = { viewer, store, behavior, origin };
  try {
    return await executor.run(request, context);
  } finally {
    if (store.durable) await store.durable;
  }
}
