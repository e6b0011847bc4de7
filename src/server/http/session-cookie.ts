import type { CookieAuthentication } from '../auth/authentication.ts';
import type { Context } from '../../contract/server-dialect.ts';

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
