import type { Context, Middleware } from 'koa';
import type { Sessions } from '../../contract/sessions.ts';
import { isObject, readJsonOrForm } from './body.ts';

/** `api_user[key]` and `api_user[secret]`, as a JSON object or as a form. */
function credentials(members: Record<string, unknown>): { key: unknown; secret: unknown } {
  const { api_user: user } = members;
  return isObject(user)
    ? { key: user['key'], secret: user['secret'] }
    : { key: members['api_user[key]'], secret: members['api_user[secret]'] };
}

const nobody = { id: null, name: null, nickname: '', jwt_token: null, avatar: null };

function answer(ctx: Context, status: number, body: object): void {
  ctx.body = body;
  ctx.status = status;
}

/** `POST /api/sign_in`: a signed token in the body and the `Authorization` header, or 403. */
export const signIn =
  (sessions: Sessions): Middleware =>
  async (ctx) => {
    const { key, secret } = credentials(await readJsonOrForm(ctx));
    return sendSession(ctx, await sessions.signIn(key, secret), 403);
  };

/** What sign-in answers: who is signed in, with the token; or nobody, with the status of a refusal. */
export function sendSession(ctx: Context, session: Awaited<ReturnType<Sessions['signIn']>>, refusal: number): void {
  if (!session) return answer(ctx, refusal, nobody);
  const { id, name, nickname } = session.user;
  ctx.set('Authorization', `Bearer ${session.token}`);
  return answer(ctx, 200, { id, name, nickname, jwt_token: session.token, avatar: null });
}

/** `GET /api/sign_in`: nobody is signed in by it. */
export const refuseGetSignIn: Middleware = (ctx) => answer(ctx, 401, nobody);

/** `DELETE /api/sign_out`: the token is worth nothing from now on. */
export const signOut =
  (sessions: Sessions): Middleware =>
  async (ctx) => {
    await sessions.signOut(ctx.get('authorization') || undefined);
    ctx.body = '';
    ctx.set('Content-Type', 'text/html');
  };
