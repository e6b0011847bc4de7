import type { Middleware } from 'koa';
import type { Sessions } from '../control/sessions.ts';
import { isObject } from './body.ts';
import { Malformed, nested, readParameters } from './parameters.ts';
import { answerSession } from './sign-in.ts';

/** `POST /api/sign_in`: a signed token, or 403; 401 when it was the URL that named a user, which signs nobody in. */
export const platformSignIn =
  (sessions: Sessions): Middleware =>
  async (ctx) => {
    const members = await readParameters(ctx).then(
      (parameters) => parameters.members,
      (error) => {
        if (error instanceof Malformed) return undefined;
        throw error;
      },
    );
    if (!members) return refuse(ctx, 400, 'text/html; charset=UTF-8');
    const { api_user: user } = members;
    if (user !== undefined && user !== null && !isObject(user)) return refuse(ctx, 500, 'text/plain; charset=utf-8');
    const named = isObject(user) ? user : {};
    const session = await sessions.signIn(named['key'], named['secret']);
    return answerSession(ctx, session, 'api_user' in nested(ctx.querystring) ? 401 : 403);
  };

function refuse(ctx: Parameters<Middleware>[0], status: number, type: string): void {
  ctx.body = '';
  ctx.status = status;
  ctx.set('Content-Type', type);
}
