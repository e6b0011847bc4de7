import type { Context } from 'koa';
import type { RequestContext } from '../../contract/request-context.ts';
import type { HttpOptions } from '../../contract/server-dialect.ts';

/** Creates the context of one GraphQL request; its viewer is the user of the `Authorization` header. */
export async function createRequestContext(
  ctx: Context,
  { sessions, store, behavior }: HttpOptions,
): Promise<RequestContext> {
  const viewer = await sessions.findViewer(ctx.get('authorization') || undefined);
  return { viewer, store, behavior, origin: `${ctx.protocol}://${ctx.host}`, durable: undefined };
}
