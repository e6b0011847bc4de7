import type { Context } from '../../contract/server-dialect.ts';

/** Waits, but not longer than the client is connected; resolves with whether it still is. */
export const waitForClient = (ms: number, ctx: Context): Promise<boolean> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      ctx.res.off('close', end);
      resolve(ctx.writable);
    };
    const timer = setTimeout(end, ms);
    ctx.res.once('close', end);
  });
