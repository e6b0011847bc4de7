import type { Records } from '../store/kinds.ts';
import type { User } from '../store/records.ts';

export type OAuthApplication = Records['oauthApplications'];
export type StoredCode = Records['oauthCodes'];
export type StoredToken = Records['oauthTokens'];

/** What a person has consented to. */
export interface Consent {
  application: OAuthApplication;
  user: User;
  scopes: string;
  redirectUri: string;
  challenge: string | null;
  challengeMethod: string | null;
}

/** Whom a token is for: the person is null if it is for the application itself. */
export interface TokenGrant {
  application: OAuthApplication;
  user: User | null;
  scopes: string;
  /** How long the access token is valid; as long as a token from sign-in by default. */
  seconds?: number;
}

/** A token that was issued. Only here are the texts of both tokens known: the store has their digests. */
export interface IssuedToken {
  accessToken: string;
  /** Null if the application gets none. */
  refreshToken: string | null;
  stored: StoredToken;
}

/** The codes and tokens that OAuth applications got. All of them are durable. */
export interface Grants {
  /** The application with a `client_id`. */
  findApplication(clientId: string): OAuthApplication | undefined;
  /** The application that a code or a token belongs to; undefined if there is none any more. */
  applicationOf(grant: StoredCode | StoredToken): OAuthApplication | undefined;
  /** Issues an authorization code, which is valid for ten minutes. */
  issueCode(consent: Consent): Promise<string>;
  findCode(code: string): StoredCode | undefined;
  /** Uses a code up. False if another request was faster. */
  redeemCode(code: StoredCode): Promise<boolean>;
  issueToken(grant: TokenGrant): Promise<IssuedToken>;
  /** Issues the token that follows another one. The earlier one ends when the new one is first used. Undefined if it has ended meanwhile. */
  refreshToken(earlier: StoredToken, grant: TokenGrant): Promise<IssuedToken | undefined>;
  /** Whether any application ever got a token. */
  readonly hasTokens: boolean;
  /** The token with this text, valid or not. */
  findToken(accessToken: string): StoredToken | undefined;
  findRefreshToken(refreshToken: string): StoredToken | undefined;
  /** The tokens of a person, valid or not. */
  tokensOf(user: User): readonly StoredToken[];
  /** Whether a code or a token is neither expired nor revoked. */
  isValid(grant: StoredCode | StoredToken): boolean;
  /** Seconds until a token expires; 0 if it has. */
  secondsLeft(token: StoredToken): number;
  /** Ends the tokens that a token has replaced, because it is used. */
  noteUse(token: StoredToken): Promise<void>;
  revoke(tokens: readonly StoredToken[]): Promise<void>;
}
