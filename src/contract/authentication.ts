import type { User } from '../store/records.ts';

/** Who is signed in by a cookie. */
export interface CookieAuthentication {
  /** Null if the cookie signs nobody in. */
  user: User | null;
}

/** Finds the user of a request: by a fixed token of the world, by a signed token from sign-in, or by a signed cookie. */
export interface Authentication {
  /** Returns the user of an `Authorization` header; null if there is none, or if its token is invalid, expired or revoked. */
  findViewer(authorization: string | undefined): User | null | Promise<User | null>;
  /** Whether an `Authorization` header has a fixed token of the world. */
  hasFixedToken(authorization: string | undefined): boolean;
  /** Whether a user of the world has this key. */
  hasKey(key: unknown): boolean;
  /** Issues a token for the user with this key and secret; null if no user has them. */
  signIn(key: unknown, secret: unknown): Promise<{ user: User; token: string } | null>;
  /** Issues a token for a user who is already authenticated; by default, with the lifetime of a token from sign-in. */
  issueToken(user: User, lifetimeSeconds?: number): Promise<string>;
  /** Revokes the token of the header for good. Fixed tokens of the world and invalid tokens are left as they are. */
  signOut(authorization: string | undefined): Promise<void>;
  /**
   * Signs the value of a cookie, which needs no escaping. The server does not store it, so it stays valid until it expires,
   * also after a restart with the same signing key.
   */
  signCookie(authentication: CookieAuthentication, lifetimeSeconds: number): { value: string; expiresAt: Date };
  /** Returns whom a cookie's value signs in; null if its signature is invalid or it has expired. */
  verifyCookie(value: string): CookieAuthentication | null;
}
