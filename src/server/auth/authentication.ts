import { createHmac, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { User } from '../../records/records.ts';
import type { Store } from '../../store/store.ts';
import type { Now } from '../../records/time.ts';
import { createGrants } from './grants.ts';
import { isPassword, isSameText } from '../../records/passwords.ts';

export interface AuthenticationOptions {
  store: Store;
  /** How long a token from sign-in is valid; two hours by default. */
  lifetimeSeconds?: number;
  clock?: Now;
}

/** The claims of a signed token that differ between API users and applications. */
export interface TokenClaims {
  /** `api_user`, or for a person `user`; `anonymous` if the application may not know who it is. */
  scp: 'api_user' | 'user' | 'anonymous';
  /** The audience: what the header `X-Jwt-Aud` of each request has to say; null if there must not be that header. */
  aud: string | null;
}

/** What a session cookie says. */
export interface CookieAuthentication {
  /** Who is signed in; null if the cookie signs nobody in. */
  user: User | null;
  /** What tells this session of a browser from others; undefined if it has seen no page yet. */
  sessionId?: string | undefined;
  /** The path that the browser asked for before it had to sign in. */
  returnTo?: string | undefined;
}

interface Claims extends TokenClaims {
  userId: number;
  jti: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

const ofApiUser: TokenClaims = { scp: 'api_user', aud: null };
const algorithm = 'HS256';
/** The issuer that a signed token names: it tells the token of a stand-in from that of another server. */
const tokenIssuer = 'plenum';
// Most processes see the tokens of the demo world only.
const loadJose = () => import('jose');
const bearerToken = (authorization: string | undefined): string | undefined =>
  authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length).trim() : undefined;

const cookiePrefix = 'session-cookie';
const cookiePattern = /^((\d*)(?:~([\w-]+)~([\w-]*))?\.(\d+))\.([\w-]+)$/;

/** Whether a person can sign in to the pages. */
export const mayUsePages = ({ key, blocked, unconfirmed, deletedAt }: User): boolean =>
  key === null && !blocked && !unconfirmed && !deletedAt;

export type Authentication = ReturnType<typeof createAuthentication>;

/**
 * Creates what finds the user of a request: by a fixed token of the world, by a signed token from sign-in or from OAuth, or by a
 * signed cookie.
 */
export function createAuthentication({ store, lifetimeSeconds = 7200, clock = Date.now }: AuthenticationOptions) {
  let worldTokens = new Map<string, number>();
  let knownUsers: readonly User[] | undefined;
  /** The user with a fixed token. The tokens are read again when the users have changed. */
  function findFixedToken(token: string): number | undefined {
    const users = store.all('users');
    if (users !== knownUsers) {
      worldTokens = new Map(users.flatMap(({ id, token: fixed }) => (fixed ? [[fixed, id]] : [])));
      knownUsers = users;
    }
    return worldTokens.get(token);
  }
  const verifiedClaims = new LRUCache<string, Claims>({ max: 1000 });
  let verifiedWith = store.signingKey;
  /** The claims of a token that was verified before, with the present key. */
  function findVerified(token: string): Claims | undefined {
    if (store.signingKey !== verifiedWith) verifiedClaims.clear();
    verifiedWith = store.signingKey;
    return verifiedClaims.get(token);
  }
  // Where a test has replaced the global Uint8Array, as in jsdom, jose does not recognize the bytes of a key.
  const readKey = () => ({ kty: 'oct', k: Buffer.from(store.signingKey).toString('base64url') });
  const now = () => Math.floor(clock() / 1000);
  const findUserByKey = (key: string): User | undefined => store.all('users').find((each) => each.key === key);

  async function verify(token: string): Promise<Claims | null> {
    try {
      const { jwtVerify } = await loadJose();
      const { payload } = await jwtVerify(token, readKey(), {
        algorithms: [algorithm],
        currentDate: new Date(clock()),
      });
      const { sub, jti, exp, scp, aud } = payload;
      const claims = {
        userId: Number(sub),
        jti: String(jti),
        expiresAt: Number(exp),
        scp: scp as TokenClaims['scp'],
        aud: typeof aud === 'string' ? aud : null,
      };
      verifiedClaims.set(token, claims);
      return claims;
    } catch {
      return null;
    }
  }

  /** Issues a token for a user who is already authenticated; by default, with the lifetime and the claims of a token from sign-in. */
  async function issueToken(user: User, seconds = lifetimeSeconds, claims: TokenClaims = ofApiUser): Promise<string> {
    const { SignJWT } = await loadJose();
    return new SignJWT({ ...claims } as Record<string, string | null>)
      .setProtectedHeader({ alg: algorithm })
      .setIssuer(tokenIssuer)
      .setSubject(String(user.id))
      .setJti(randomUUID())
      .setIssuedAt(now())
      .setExpirationTime(now() + seconds)
      .sign(readKey());
  }

  // The prefix separates these signatures from those of tokens, which use the same key.
  const signature = (prefix: string, payload: string): string =>
    createHmac('sha256', store.signingKey).update(`${prefix} ${payload}`).digest('base64url');

  const isValid = ({ jti, expiresAt }: Claims): boolean =>
    expiresAt > now() && store.where('revocations', 'jti', jti).length === 0;
  const grants = createGrants({ store, now, lifetimeSeconds, sign: issueToken });
  const findUser = (token: string, claims: Claims | null, audience?: string | null): User | null => {
    if (!claims || !isValid(claims) || claims.scp === 'anonymous') return null;
    if (audience !== undefined && audience !== claims.aud) return null;
    // Without the scopes that the store has, the token would have all of them. The platform lets revoked ones pass.
    if (claims.scp === 'user' && (audience === undefined || !grants.findToken(token))) return null;
    return store.find('users', claims.userId) ?? null;
  };

  return {
    /** How long tokens are valid, in seconds. */
    lifetimeSeconds,
    /** The codes and tokens of OAuth applications. */
    grants,

    /**
     * Returns the user of an `Authorization` header; null if there is none, or if its token is invalid, expired or signed out.
     * `audience` is the header `X-Jwt-Aud`, null if there is none. If it is undefined, no application has a valid token.
     */
    findViewer(authorization: string | undefined, audience?: string | null): User | null | Promise<User | null> {
      const token = bearerToken(authorization);
      if (!token) return null;
      const worldUserId = findFixedToken(token);
      // Like the token of an API user, it has no audience.
      if (worldUserId !== undefined) return audience ? null : (store.find('users', worldUserId) ?? null);
      const claims = findVerified(token);
      return claims
        ? findUser(token, claims, audience)
        : verify(token).then((verified) => findUser(token, verified, audience));
    },

    /** Whether an `Authorization` header has a fixed token of the world. */
    hasFixedToken: (authorization: string | undefined): boolean =>
      findFixedToken(bearerToken(authorization) ?? '') !== undefined,

    /** Whether a user of the world has this key. */
    hasKey: (key: unknown): boolean => typeof key === 'string' && findUserByKey(key) !== undefined,

    /** Issues a token for the user with this key and secret; null if no user has them. */
    async signIn(
      key: unknown,
      secret: unknown,
      audience: string | null = null,
    ): Promise<{ user: User; token: string } | null> {
      if (typeof key !== 'string' || typeof secret !== 'string') return null;
      const user = findUserByKey(key);
      if (!user?.secret || !isSameText(user.secret, secret)) return null;
      return { user, token: await issueToken(user, lifetimeSeconds, { ...ofApiUser, aud: audience }) };
    },

    /** Signs in a person with e-mail address, in any case, and password; null if nobody has them. */
    async signInPerson(email: string, password: string): Promise<User | null> {
      const address = email.trim().toLowerCase();
      const person = store
        .all('users')
        .find((each) => mayUsePages(each) && each.email?.trim().toLowerCase() === address);
      const isRight = await isPassword(password, person?.password);
      return person && isRight ? person : null;
    },

    issueToken,

    /** Revokes the token of the header for good. Fixed tokens of the world and invalid tokens are left as they are. */
    async signOut(authorization: string | undefined): Promise<void> {
      const token = bearerToken(authorization);
      const claims = token ? (findVerified(token) ?? (await verify(token))) : null;
      if (!claims || !isValid(claims)) return;
      const { jti, expiresAt } = claims;
      await store.updateDurably((transaction) => transaction.create('revocations', { jti, expiresAt }));
    },

    /**
     * Signs the value of a cookie, which needs no escaping. The server does not store it, so it stays valid until it expires,
     * also after a restart with the same signing key.
     */
    signCookie({ user, sessionId, returnTo = '' }: CookieAuthentication, seconds: number) {
      const expiresAt = now() + seconds;
      const session = sessionId === undefined ? '' : `~${sessionId}~${Buffer.from(returnTo).toString('base64url')}`;
      const payload = `${user?.id ?? ''}${session}.${expiresAt}`;
      return { value: `${payload}.${signature(cookiePrefix, payload)}`, expiresAt: new Date(expiresAt * 1000) };
    },

    /** Returns whom a cookie's value signs in; null if its signature is invalid or it has expired. */
    verifyCookie(value: string): CookieAuthentication | null {
      const [, payload, userId, sessionId, returnTo, expiresAt, signed] = cookiePattern.exec(value) ?? [];
      if (!payload || !isSameText(signature(cookiePrefix, payload), signed!)) return null;
      if (Number(expiresAt) <= now()) return null;
      const user = (userId && store.find('users', userId)) || null;
      return { user, sessionId, returnTo: returnTo ? Buffer.from(returnTo, 'base64url').toString() : undefined };
    },

    /** The authenticity token for the forms of the pages that a session of a browser sees. */
    signSession: (sessionId: string): string => signature('authenticity-token', sessionId),
  };
}
