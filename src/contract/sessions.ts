import type { User } from '../store/records.ts';

/** Knows which user a token belongs to: the fixed tokens of the world, and the signed tokens that sign-in issues. */
export interface Sessions {
  /** Returns the user of an `Authorization` header; null if there is none, or if its token is invalid, expired or revoked. */
  findViewer(authorization: string | undefined): User | null | Promise<User | null>;
  /** Issues a signed token for the user with this key and secret; null if no user has them. */
  signIn(key: unknown, secret: unknown): Promise<{ user: User; token: string } | null>;
  /** Revokes the token of the header for good. Fixed tokens of the world and invalid tokens are left as they are. */
  signOut(authorization: string | undefined): Promise<void>;
}
