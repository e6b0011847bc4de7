import type Koa from 'koa';
import type { RequestError } from '../../errors.ts';
import type { TextResponse, RequestFailure } from '../endpoint.ts';

/** Texts that are longer are sent as bytes: they are kept with the last requests, outside the memory that is collected often. */
const maxTextLength = 2000;

export function sendResponse(ctx: Koa.Context, { status, headers, body }: TextResponse): void {
  ctx.set(headers);
  ctx.status = status;
  ctx.body = body.length > maxTextLength ? Buffer.from(body) : body;
}

/**
 * Creates the step that handles every error thrown outside GraphQL execution, in the form of the program that responds to the
 * request. An error that is neither exposed nor has a status is a bug: it is emitted on the app, and the client does not see it.
 */
export const handleErrors =
  <State>(
    formatError: (failure: RequestFailure, ctx: Koa.ParameterizedContext<State>) => TextResponse,
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
      sendResponse(ctx, formatError({ ...shown, isBug, error }, ctx));
    }
  };
