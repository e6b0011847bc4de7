import type { Context, Middleware } from 'koa';
import { RequestError } from '../../errors.ts';
import type { Store } from '../../store/store.ts';

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
  if (!shared) return;
  ctx.set(positionHeader, String(shared.position));
  if (!ctx.get('Origin')) return;
  const exposed = ctx.response.get('Access-Control-Expose-Headers');
  ctx.set('Access-Control-Expose-Headers', exposed ? `${exposed},${positionHeader}` : positionHeader);
}

/** Creates the middleware around the endpoints of a store that several servers share; another one can be inside of it. */
export const createPositions =
  (store: Store, inner: Middleware = (_, next) => next()): Middleware =>
  async (ctx, next) => {
    await waitForPosition(ctx, store);
    await inner(ctx, next);
    setPosition(ctx, store);
  };
