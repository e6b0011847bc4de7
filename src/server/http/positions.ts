import type { Context } from 'koa';
import type { Middleware } from '../../contract/server-dialect.ts';
import { RequestError } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { setExposedHeader } from './exposed-header.ts';

/** The header with the number of a write: in a request, of a write that the response must show; in a response, of the last one. */
const positionHeader = 'X-Plenum-Position';

/** Waits until the store shows the write that a request names. Throws a RequestError if it does not within a time. */
export async function waitForPosition(ctx: Context, { shared }: Store): Promise<void> {
  const text = ctx.get(positionHeader);
  if (!shared || text === '') return;
  if (!/^\d{1,15}$/.test(text)) throw new RequestError(400, `The header ${positionHeader} must be a whole number.`);
  await shared.waitFor(Number(text));
}

/** Adds the number of the last write to a response. */
export function setPosition(ctx: Context, { shared }: Store): void {
  if (shared) setExposedHeader(ctx, positionHeader, String(shared.position));
}

/** The step around the endpoints of a world that several servers share. */
export const followPositions: Middleware = (ctx, next) => {
  const { store } = ctx.state.world;
  return store.shared ? waitAndSet(ctx, store, next) : next();
};

async function waitAndSet(ctx: Context, store: Store, next: () => Promise<unknown>): Promise<void> {
  await waitForPosition(ctx, store);
  await next();
  setPosition(ctx, store);
}
