import { createHash, randomBytes } from 'node:crypto';
import type { TokenClaims } from '../../contract/authentication.ts';
import type { Grants, IssuedToken, StoredCode, StoredToken, TokenGrant } from '../../contract/grants.ts';
import type { User } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';

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

/** Creates the codes and tokens of a store. */
export function createGrants({ store, now, lifetimeSeconds, sign }: GrantsOptions): Grants {
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

  const revoke: Grants['revoke'] = async (tokens) => {
    const ended = tokens.filter(({ revokedAt }) => revokedAt === null);
    if (ended.length === 0) return;
    await store.updateDurably((transaction) => {
      for (const { id } of ended) transaction.update('oauthTokens', id, { revokedAt: now() });
    });
  };

  return {
    findApplication: (clientId) => store.all('oauthApplications').find((each) => each.clientId === clientId),
    applicationOf: ({ applicationId }) => store.find('oauthApplications', applicationId),

    async issueCode({ application, user, scopes, redirectUri, challenge, challengeMethod }) {
      const code = newSecret();
      const asked = { scopes, redirectUri, challenge, challengeMethod };
      const grant = { applicationId: application.id, userId: user.id, issuedAt: now(), expiresIn: codeSeconds };
      await store.updateDurably((transaction) =>
        transaction.create('oauthCodes', { code: digestOf(code), ...grant, ...asked, revokedAt: null }),
      );
      return code;
    },

    findCode: (code) => store.where('oauthCodes', 'code', digestOf(code))[0],

    redeemCode: ({ id }) =>
      store.updateDurably((transaction) => {
        if (store.get('oauthCodes', id).revokedAt !== null) return false;
        transaction.update('oauthCodes', id, { revokedAt: now() });
        return true;
      }),

    issueToken: async (grant) => (await issue(grant, null))!,
    refreshToken: (earlier, grant) => issue(grant, earlier),

    get hasTokens() {
      return store.highestId('oauthTokens') > 0;
    },

    findToken: (accessToken) => store.where('oauthTokens', 'token', digestOf(accessToken))[0],

    findRefreshToken: (refreshToken) => store.where('oauthTokens', 'refreshToken', digestOf(refreshToken))[0],
    tokensOf: ({ id }) => store.where('oauthTokens', 'userId', id),
    isValid,
    secondsLeft: ({ issuedAt, expiresIn }) => Math.max(0, issuedAt + expiresIn - now()),

    async noteUse({ id, previousRefreshToken }) {
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
