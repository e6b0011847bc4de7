import type { Context } from 'koa';
import type { Sessions } from '../../contract/sessions.ts';
import type { User } from '../../store/records.ts';
import { isObject, readJsonOrForm } from './body.ts';
import type { ForeignOriginGuard } from './foreign-origins.ts';
import { createFailureLimit, maxFailuresPerMinute } from './sign-in-limit.ts';

/** Signs in a user for a request; null if no user has the key and the secret. */
export type Authenticator = (ctx: Context, key: unknown, secret: unknown) => ReturnType<Sessions['signIn']>;

/**
 * Creates an authenticator. It throws 403 if a web page of a foreign origin signs in with a key of the world, and 429 if
 * sign-in with the key failed too often.
 */
export function createAuthenticator(sessions: Sessions, refuseForeignOrigin: ForeignOriginGuard): Authenticator {
  const limit = createFailureLimit();
  return async (ctx, key, secret) => {
    if (sessions.hasKey(key)) refuseForeignOrigin(ctx, 'The keys of the world');
    const seconds = typeof key === 'string' ? limit.secondsToWait(key) : 0;
    if (seconds > 0) {
      ctx.set('Retry-After', String(seconds));
      ctx.throw(429, `Sign-in with this key failed ${maxFailuresPerMinute} times within a minute.`);
    }
    const signedIn = await sessions.signIn(key, secret);
    if (!signedIn && typeof key === 'string') limit.countFailure(key);
    return signedIn;
  };
}

/** `POST /api/sign_in`: responds with a signed token in the body and the `Authorization` header, or with 403. */
export async function signIn(ctx: Context, authenticate: Authenticator): Promise<void> {
  const { key, secret } = readCredentials(await readJsonOrForm(ctx));
  const signedIn = await authenticate(ctx, key, secret);
  return signedIn ? sendSignedInUser(ctx, signedIn.user, signedIn.token) : sendAnonymousUser(ctx, 403);
}

/** Reads `api_user[key]` and `api_user[secret]` from a JSON object or a form. */
function readCredentials(members: Record<string, unknown>): { key: unknown; secret: unknown } {
  const { api_user: user } = members;
  return isObject(user)
    ? { key: user['key'], secret: user['secret'] }
    : { key: members['api_user[key]'], secret: members['api_user[secret]'] };
}

/** Responds to a successful sign-in. */
export function sendSignedInUser(ctx: Context, { id, name, nickname }: User, token: string): void {
  ctx.set('Authorization', `Bearer ${token}`);
  ctx.body = { id, name, nickname, jwt_token: token, avatar: null };
}

/** Responds to a failed sign-in, with a user whose members are empty. */
export function sendAnonymousUser(ctx: Context, status: number): void {
  ctx.body = { id: null, name: null, nickname: '', jwt_token: null, avatar: null };
  ctx.status = status;
}

/** `GET /api/sign_in`: responds with 401, because only POST signs in. */
export const refuseGetSignIn = (ctx: Context): void => sendAnonymousUser(ctx, 401);

/** `DELETE /api/sign_out`: revokes the token of the `Authorization` header. */
export async function signOut(ctx: Context, sessions: Sessions): Promise<void> {
  await sessions.signOut(ctx.get('authorization') || undefined);
  ctx.body = '';
  ctx.set('Content-Type', 'text/html');
}
