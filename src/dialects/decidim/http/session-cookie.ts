import type { Context } from 'koa';
import type { CookieSession, Sessions } from '../../../contract/sessions.ts';

/** The session of one request, as Rails loads it from the request's cookie. */
export interface RequestSession extends CookieSession {
  /** Whether the response sets the cookie. True if the request has a valid cookie; a handler can change it. */
  isLoaded: boolean;
}

// Rails's default name, and the platform's default lifetime.
const name = '_session_id';
const lifetimeSeconds = 30 * 60;

/** Reads the session cookie. Without a valid one the session has no user and is not loaded. */
export function readSessionCookie(ctx: Context, sessions: Sessions): RequestSession {
  const value = ctx.cookies.get(name);
  const session = value ? sessions.verifySession(value) : null;
  return { user: session?.user ?? null, isLoaded: session !== null };
}

/** Sets the session cookie for another half an hour. Like the platform, the server does not invalidate earlier cookies. */
export function setSessionCookie(ctx: Context, session: CookieSession, sessions: Sessions): void {
  const { value, expiresAt } = sessions.signSession(session, lifetimeSeconds);
  ctx.append('Set-Cookie', `${name}=${value}; path=/; expires=${expiresAt.toUTCString()}; httponly; samesite=lax`);
}
