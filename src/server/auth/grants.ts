import { createHash, randomBytes } from 'node:crypto';
import type { Records } from '../../records/kinds.ts';
import type { User } from '../../records/records.ts';
import type { Store } from '../../store/store.ts';
import type { TokenClaims } from '../auth/authentication.ts';

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

const codeSeconds = 600;

/** The scopes of a text, in their order, each once. */
export const splitScopes = (text: string): string[] => [...new Set(text.split(/\s+/).filter((each) => each !== ''))];

/** What the store has in the place of a code or a token. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
const newSecret = (): string => randomBytes(32).toString('base64url');

interface GrantsOptions {
  store: Store;
  /** Seconds since 1970. */
  now(): number;
  lifetimeSeconds: number;
  sign(user: User, seconds: number, claims: TokenClaims): Promise<string>;
}

export type Grants = ReturnType<typeof createGrants>;

/** Creates the codes and tokens that the OAuth applications of a store got. All of them are durable. */
export function createGrants({ store, now, lifetimeSeconds, sign }: GrantsOptions) {
  /** Whether a code or a token is neither expired nor revoked. */
  const isValid = ({ revokedAt, issuedAt, expiresIn }: StoredCode | StoredToken): boolean =>
    revokedAt === null && issuedAt + expiresIn > now();

  /** A signed token tells the platform who asks; one that may neither know the person nor read is a random text. */
  function createAccessToken({ application, user, scopes }: TokenGrant, seconds: number): string | Promise<string> {
    const names = splitScopes(scopes);
    if (!user || !(names.includes('user') || names.includes('api:read'))) return newSecret();
    const scp = names.includes('user') ? 'user' : 'anonymous';
    return sign(user, seconds, { scp, aud: application.clientId });
  }

  /** Issues a token, in place of an earlier one if there is one; undefined if that has ended meanwhile. */
  async function issue(grant: TokenGrant, previous: StoredToken | null): Promise<IssuedToken | undefined> {
    const { application, user, scopes, seconds = lifetimeSeconds } = grant;
    const accessToken = await createAccessToken(grant, seconds);
    const refreshToken = application.refreshTokens && user ? newSecret() : null;
    const stored = await store.updateDurably((transaction) => {
      if (previous && store.get('oauthTokens', previous.id).revokedAt !== null) return undefined;
      return transaction.create('oauthTokens', {
        token: digestOf(accessToken),
        refreshToken: refreshToken && digestOf(refreshToken),
        previousRefreshToken: previous?.refreshToken ?? null,
        userId: user?.id ?? null,
        applicationId: application.id,
        scopes,
        issuedAt: now(),
        expiresIn: seconds,
        revokedAt: null,
      });
    });
    return stored && { accessToken, refreshToken, stored };
  }

  async function revoke(tokens: readonly StoredToken[]): Promise<void> {
    const ended = tokens.filter(({ revokedAt }) => revokedAt === null);
    if (ended.length === 0) return;
    await store.updateDurably((transaction) => {
      for (const { id } of ended) transaction.update('oauthTokens', id, { revokedAt: now() });
    });
  }

  return {
    /** The application with a `client_id`. */
    findApplication: (clientId: string): OAuthApplication | undefined =>
      store.all('oauthApplications').find((each) => each.clientId === clientId),
    /** The application that a code or a token belongs to; undefined if there is none any more. */
    applicationOf: ({ applicationId }: StoredCode | StoredToken): OAuthApplication | undefined =>
      store.find('oauthApplications', applicationId),

    /** Issues an authorization code, which is valid for ten minutes. */
    async issueCode({ application, user, scopes, redirectUri, challenge, challengeMethod }: Consent): Promise<string> {
      const code = newSecret();
      const asked = { scopes, redirectUri, challenge, challengeMethod };
      const grant = { applicationId: application.id, userId: user.id, issuedAt: now(), expiresIn: codeSeconds };
      await store.updateDurably((transaction) =>
        transaction.create('oauthCodes', { code: digestOf(code), ...grant, ...asked, revokedAt: null }),
      );
      return code;
    },

    findCode: (code: string): StoredCode | undefined => store.where('oauthCodes', 'code', digestOf(code))[0],

    /** Uses a code up. False if another request was faster. */
    redeemCode: ({ id }: StoredCode): Promise<boolean> =>
      store.updateDurably((transaction) => {
        if (store.get('oauthCodes', id).revokedAt !== null) return false;
        transaction.update('oauthCodes', id, { revokedAt: now() });
        return true;
      }),

    issueToken: async (grant: TokenGrant): Promise<IssuedToken> => (await issue(grant, null))!,
    /** Issues the token that follows another one. The earlier one ends when the new one is first used. Undefined if it has ended meanwhile. */
    refreshToken: (earlier: StoredToken, grant: TokenGrant) => issue(grant, earlier),

    /** Whether any application ever got a token. */
    get hasTokens(): boolean {
      return store.highestId('oauthTokens') > 0;
    },

    /** The token with this text, valid or not. */
    findToken: (accessToken: string): StoredToken | undefined =>
      store.where('oauthTokens', 'token', digestOf(accessToken))[0],

    findRefreshToken: (refreshToken: string): StoredToken | undefined =>
      store.where('oauthTokens', 'refreshToken', digestOf(refreshToken))[0],
    /** The tokens of a person, valid or not. */
    tokensOf: ({ id }: User): readonly StoredToken[] => store.where('oauthTokens', 'userId', id),
    isValid,
    /** Seconds until a token expires; 0 if it has. */
    secondsLeft: ({ issuedAt, expiresIn }: StoredToken): number => Math.max(0, issuedAt + expiresIn - now()),

    /** Ends the tokens that a token has replaced, because it is used. */
    async noteUse({ id, previousRefreshToken }: StoredToken): Promise<void> {
      if (previousRefreshToken === null) return;
      await store.updateDurably((transaction) => {
        for (const earlier of store.where('oauthTokens', 'refreshToken', previousRefreshToken))
          if (earlier.revokedAt === null) transaction.update('oauthTokens', earlier.id, { revokedAt: now() });
        transaction.update('oauthTokens', id, { previousRefreshToken: null });
      });
    },

    revoke,
  };
}
