import type { Context, Middleware } from 'koa';
import type { Sessions } from '../../../contract/sessions.ts';
import { isObject } from '../../../server/http/body.ts';
import { MalformedJsonError, parseNestedQuery, readParameters } from './parameters.ts';
import { sendSession } from '../../../server/http/sign-in.ts';

/** `POST /api/sign_in`: a signed token, or 403; 401 when it was the URL that named a user, which signs nobody in. */
export const decidimSignIn =
  (sessions: Sessions): Middleware =>
  async (ctx) => {
    const members = await membersOf(ctx);
    if (!members) return refuse(ctx, 400, 'text/html; charset=UTF-8');
    const { api_user: user } = members;
    if (user !== undefined && user !== null && !isObject(user)) return refuse(ctx, 500, 'text/plain; charset=utf-8');
    const named = isObject(user) ? user : {};
    const session = await sessions.signIn(named['key'], named['secret']);
    return sendSession(ctx, session, 'api_user' in parseNestedQuery(ctx.querystring) ? 401 : 403);
  };

/** The members of the body; undefined for what says it is JSON and is not. */
async function membersOf(ctx: Context): Promise<Record<string, unknown> | undefined> {
  try {
    return (await readParameters(ctx)).members;
  } catch (error) {
    if (error instanceof MalformedJsonError) return undefined;
    throw error;
  }
}

function refuse(ctx: Context, status: number, type: string): void {
  ctx.body = '';
  ctx.status = status;
  ctx.set('Content-Type', type);
}
