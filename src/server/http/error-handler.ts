import type { Context, Middleware } from 'koa';
import type { RequestError } from '../../errors.ts';

/**
 * Creates the handler of every error thrown outside GraphQL execution. An invalid request is passed to `sendError` with its
 * status and message. Any other error is a bug: it is emitted on the app, and `sendInternalError` hides it from the client.
 */
export const createErrorHandler =
  (
    sendError: (ctx: Context, status: number, message: string, error: Error) => void,
    sendInternalError: (ctx: Context) => void,
  ): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { status, expose, message, retryAfterSeconds } = error as Partial<RequestError> & { message: string };
      if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds));
      if (expose === true && status !== undefined) return sendError(ctx, status, message, error as Error);
      // The client disconnected before it sent the whole request.
      if (ctx.req.destroyed && !ctx.req.complete) return;
      ctx.app.emit('error', error, ctx);
      sendInternalError(ctx);
    }
  };
