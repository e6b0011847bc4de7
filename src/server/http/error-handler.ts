import type { Context, Middleware } from 'koa';

/**
 * The only exit for what is thrown outside the execution: what is wrong with a request is refused with its status and message,
 * and a bug is logged whole and answered as one.
 */
export const createErrorHandler =
  (refuse: (ctx: Context, status: number, message: string) => void, fail: (ctx: Context) => void): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { status, expose, message } = error as { status?: number; expose?: boolean; message: string };
      if (expose === true && status !== undefined) return refuse(ctx, status, message);
      // Nobody waits for an answer any more.
      if (ctx.req.destroyed && !ctx.req.complete) return;
      ctx.app.emit('error', error, ctx);
      fail(ctx);
    }
  };
