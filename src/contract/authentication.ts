import type { User } from '../store/records.ts';
import type { Grants } from './grants.ts';

/** What a session cookie says. */
export interface CookieAuthentication {
  /** Who is signed in; null if the cookie signs nobody in. */
  user: User | null;
  /** What tells this session of a browser from others; undefined if it has seen no page yet. */
  sessionId?: string | undefined;
  /** The path that the browser asked for before it had to sign in. */
  returnTo?: string | undefined;
}

/** The claims of a signed token that differ between API users and applications. */
export interface TokenClaims {
  /** `api_user`, or for a person `user`; `anonymous` if the application may not know who it is. */
  scp: 'api_user' | 'user' | 'anonymous';
  /** The audience: what the header `X-Jwt-Aud` of each request has to say; null if there must not be that header. */
  aud: string | null;
}

/**
 * Finds the user of a request: by a fixed token of the world, by a signed token from sign-in or
 * from OAuth, or by a signed cookie.
 */
export interface Authentication {
  /**
   * Returns the user of an `Authorization` header; null if there is none, or if its token is invalid, expired or signed out.
   * `audience` is the header `X-Jwt-Aud`, null if there is none. If it is undefined, the
   * audience is not checked, and a token that was revoked is not valid.
   */
  findViewer(authorization: string | undefined, audience?: string | null): User | null | Promise<User | null>;
  /** Whether an `Authorization` header has a fixed token of the world. */
  hasFixedToken(authorization: string | undefined): boolean;
  /** Whether a user of the world has this key. */
  hasKey(key: unknown): boolean;
  /** Issues a token for the user with this key and secret; null if no user has them. */
  signIn(key: unknown, secret: unknown, audience?: string | null): Promise<{ user: User; token: string } | null>;
  /** Signs in a person with e-mail address, in any case, and password; null if nobody has them. */
  signInPerson(email: string, password: string): Promise<User | null>;
  /** Issues a token for a user who is already authenticated; by default, with the lifetime and the claims of a token from sign-in. */
  issueToken(user: User, lifetimeSeconds?: number, claims?: TokenClaims): Promise<string>;
  /** How long tokens are valid, in seconds. */
  readonly lifetimeSeconds: number;
  /** The codes and tokens of OAuth applications. */
  readonly grants: Grants;
  /** Revokes the token of the header for good. Fixed tokens of the world and invalid tokens are left as they are. */
  signOut(authorization: string | undefined): Promise<void>;
  /**
   * Signs the value of a cookie, which needs no escaping. The server does not store it, so it stays valid until it expires,
   * also after a restart with the same signing key.
   */
  signCookie(authentication: CookieAuthentication, lifetimeSeconds: number): { value: string; expiresAt: Date };
  /** Returns whom a cookie's value signs in; null if its signature is invalid or it has expired. */
  verifyCookie(value: string): CookieAuthentication | null;
  /** The authenticity token for the forms of the pages that a session of a browser sees. */
  signSession(sessionId: string): string;
}
