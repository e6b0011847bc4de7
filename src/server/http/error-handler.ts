import type Koa from 'koa';
import type { RequestError } from '../../errors.ts';
import type { ErrorResponse, RequestFailure } from '../../dialects/server-dialect.ts';

/** Sends the response to a failed request. */
export function sendErrorResponse(ctx: Koa.Context, { status, headers, body }: ErrorResponse): void {
  ctx.body = body;
  ctx.status = status;
  ctx.set(headers);
}

/**
 * Creates the step that handles every error thrown outside GraphQL execution, in the form of the program that responds to the
 * request. An error that is neither exposed nor has a status is a bug: it is emitted on the app, and the client does not see it.
 */
export const handleErrors =
  <State>(
    formatError: (failure: RequestFailure, ctx: Koa.ParameterizedContext<State>) => ErrorResponse,
  ): Koa.Middleware<State> =>
  async (ctx, next) => {
    try {
      await next();
    } catch (caught) {
      const error = caught as Partial<RequestError> & Error;
      const { status, expose, message, retryAfterSeconds } = error;
      if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds));
      const isBug = expose !== true || status === undefined;
      if (isBug) {
        // The client disconnected before it sent the whole request.
        if (ctx.req.destroyed && !ctx.req.complete) return;
        ctx.app.emit('error', error, ctx);
      }
      const shown = isBug ? { status: 500, message: 'Internal error' } : { status, message };
      sendErrorResponse(ctx, formatError({ ...shown, isBug, error }, ctx));
    }
  };
