import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Authentication, CookieAuthentication } from '../auth/authentication.ts';
import type { Context, EndpointServer } from '../endpoint.ts';
import type { User } from '../../records/records.ts';
import { readJsonOrForm } from './body.ts';
import { isJsonObject } from '../../json-object.ts';

/** The number of times that sign-in with one key may fail per minute. */
export const maxFailuresPerMinute = 20;

const minuteMs = 60_000;

// A key can be as long as a request.
const idOf = (key: string): string => createHash('sha256').update(key).digest('base64');

/** Limits the failures of sign-in with each key, in all worlds of a server together. */
export type FailureLimit = ReturnType<typeof createFailureLimit>;

/** Creates a limit in which the minute of a key begins with its first failure. It remembers the 10,000 keys that were used last. `clock` returns milliseconds. */
export function createFailureLimit(clock = () => performance.now()) {
  const failures = new LRUCache<string, { count: number }>({
    max: 10_000,
    ttl: minuteMs,
    ttlResolution: 0,
    perf: { now: clock },
  });
  return {
    /** Returns for how many seconds, rounded up, sign-in with a key is refused; 0 if it is not. */
    secondsToWait(key: string): number {
      const { count = 0 } = failures.get(idOf(key)) ?? {};
      return count < maxFailuresPerMinute ? 0 : Math.ceil(failures.getRemainingTTL(idOf(key)) / 1000);
    },
    countFailure(key: string): void {
      const current = failures.get(idOf(key));
      if (current) current.count += 1;
      else failures.set(idOf(key), { count: 1 });
    },
  };
}

/** Finds the user of the `Authorization` header; null for an anonymous request. */
export const findBearer = (ctx: Context): User | null | Promise<User | null> =>
  ctx.state.world.authentication.findViewer(ctx.get('authorization') || undefined);

/** Like `findBearer`; the header `X-Jwt-Aud` has to name the audience of the token. */
const findBearerWithAudience = (ctx: Context): User | null | Promise<User | null> =>
  ctx.state.world.authentication.findViewer(ctx.get('authorization') || undefined, audienceOf(ctx));

/** Who sends a request: the user of the cookie, which takes precedence, or of a token that says for what it is meant. */
export const findCookieOrBearer = (ctx: Context, { user }: CookieState): User | null | Promise<User | null> =>
  user ?? findBearerWithAudience(ctx);

const audienceOf = ({ headers }: Context): string | null => {
  const header = headers['x-jwt-aud'];
  return header === undefined ? null : String(header);
};

/** Signs in a user for a request; null if no user has the key and the secret. */
export type Authenticator = (ctx: Context, key: unknown, secret: unknown) => ReturnType<Authentication['signIn']>;

/**
 * Creates an authenticator. It throws 403 if a web page of a foreign origin signs in with a key of the world, and 429 if
 * sign-in with the key failed too often.
 */
export const createAuthenticator =
  ({ refuseForeignOrigin, signInLimit }: EndpointServer): Authenticator =>
  async (ctx, key, secret) => {
    const { authentication } = ctx.state.world;
    if (authentication.hasKey(key)) refuseForeignOrigin(ctx, 'The keys of the world');
    const seconds = typeof key === 'string' ? signInLimit.secondsToWait(key) : 0;
    if (seconds > 0) {
      ctx.set('Retry-After', String(seconds));
      ctx.throw(429, `Sign-in with this key failed ${maxFailuresPerMinute} times within a minute.`);
    }
    const signedIn = await authentication.signIn(key, secret, audienceOf(ctx));
    if (!signedIn && typeof key === 'string') signInLimit.countFailure(key);
    return signedIn;
  };

/** `POST /api/sign_in`: responds with a signed token in the body and the `Authorization` header, or with 403. */
export async function signIn(ctx: Context, authenticate: Authenticator): Promise<void> {
  const { key, secret } = readCredentials(await readJsonOrForm(ctx));
  const signedIn = await authenticate(ctx, key, secret);
  return signedIn ? sendSignedInUser(ctx, signedIn.user, signedIn.token) : sendAnonymousUser(ctx, 403);
}

/** Reads `api_user[key]` and `api_user[secret]` from a JSON object or a form. */
function readCredentials(members: Record<string, unknown>): { key: unknown; secret: unknown } {
  const { api_user: user } = members;
  return isJsonObject(user)
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
export async function signOut(ctx: Context): Promise<void> {
  await ctx.state.world.authentication.signOut(ctx.get('authorization') || undefined);
  ctx.body = '';
  ctx.set('Content-Type', 'text/html');
}

/** What Rails loads from the cookie of a request. */
export interface CookieState extends CookieAuthentication {
  /** Whether the response sets the cookie. True if the request has a valid cookie; a handler can change it. */
  isLoaded: boolean;
}

// Rails's default name, and the platform's default lifetime.
const name = '_session_id';
const lifetimeSeconds = 30 * 60;

/** Reads the session cookie of the platform. Without a valid one, nobody is signed in and nothing is loaded. */
export function readSessionCookie(ctx: Context): CookieState {
  const value = ctx.cookies.get(name);
  const verified = value ? ctx.state.world.authentication.verifyCookie(value) : null;
  return { user: null, ...verified, isLoaded: verified !== null };
}

/** Sets the session cookie for another half an hour. Like the platform, the server does not invalidate earlier cookies. */
export function setSessionCookie(ctx: Context, cookie: CookieAuthentication): void {
  const { value, expiresAt } = ctx.state.world.authentication.signCookie(cookie, lifetimeSeconds);
  ctx.append('Set-Cookie', `${name}=${value}; path=/; expires=${expiresAt.toUTCString()}; httponly; samesite=lax`);
}
