import { createHmac, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Authentication } from '../../contract/authentication.ts';
import type { User } from '../../store/records.ts';
import { updateDurably } from '../../store/conflicts.ts';
import { generateSigningKey } from '../../store/signing-key.ts';
import type { Store } from '../../store/store.ts';
import type { Now } from '../../store/time.ts';
import { isSameText } from './is-same-text.ts';

export interface AuthenticationOptions {
  store: Store;
  /** The key that signs tokens and cookies, 32 bytes; a new random key by default. */
  signingKey?: Uint8Array;
  /** How long a token from sign-in is valid; two hours by default. */
  lifetimeSeconds?: number;
  clock?: Now;
}

interface Claims {
  userId: number;
  jti: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

const algorithm = 'HS256';
/** The issuer that a signed token names: it tells the token of a stand-in from that of another server. */
export const tokenIssuer = 'plenum';
// Most processes see the tokens of the demo world only.
const loadJose = () => import('jose');
const bearerToken = (authorization: string | undefined): string | undefined =>
  authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length).trim() : undefined;

/** Creates the authentication of a store's users. */
export function createAuthentication({
  store,
  signingKey = generateSigningKey(),
  lifetimeSeconds = 7200,
  clock = Date.now,
}: AuthenticationOptions): Authentication {
  let worldTokens = new Map<string, number>();
  let usersVersion: number | undefined;
  /** The user with a fixed token. The tokens are read again when the users have changed. */
  function findFixedToken(token: string): number | undefined {
    const version = store.version('users');
    if (version !== usersVersion) {
      worldTokens = new Map(store.all('users').flatMap(({ id, token: fixed }) => (fixed ? [[fixed, id]] : [])));
      usersVersion = version;
    }
    return worldTokens.get(token);
  }
  const verifiedClaims = new LRUCache<string, Claims>({ max: 1000 });
  const now = () => Math.floor(clock() / 1000);
  // Where a test has replaced the global Uint8Array, as in jsdom, jose does not recognize the bytes of a key.
  const jwk = { kty: 'oct', k: Buffer.from(signingKey).toString('base64url') };

  const findUserByKey = (key: string): User | undefined => store.all('users').find((each) => each.key === key);

  async function verify(token: string): Promise<Claims | null> {
    try {
      const { jwtVerify } = await loadJose();
      const { payload } = await jwtVerify(token, jwk, {
        algorithms: [algorithm],
        currentDate: new Date(clock()),
      });
      const { sub, jti, exp } = payload;
      const claims = { userId: Number(sub), jti: String(jti), expiresAt: Number(exp) };
      verifiedClaims.set(token, claims);
      return claims;
    } catch {
      return null;
    }
  }

  async function issueToken(user: User, seconds = lifetimeSeconds): Promise<string> {
    const { SignJWT } = await loadJose();
    return new SignJWT({ scp: 'api_user' })
      .setProtectedHeader({ alg: algorithm })
      .setIssuer(tokenIssuer)
      .setSubject(String(user.id))
      .setJti(randomUUID())
      .setIssuedAt(now())
      .setExpirationTime(now() + seconds)
      .sign(jwk);
  }

  // The prefix separates these signatures from those of tokens, which use the same key.
  const cookieSignature = (payload: string): string =>
    createHmac('sha256', signingKey).update(`session-cookie ${payload}`).digest('base64url');

  const isValid = ({ jti, expiresAt }: Claims): boolean =>
    expiresAt > now() && store.where('revocations', 'jti', jti).length === 0;
  const findUser = (claims: Claims | null): User | null =>
    (claims && isValid(claims) && store.find('users', claims.userId)) || null;

  return {
    findViewer(authorization) {
      const token = bearerToken(authorization);
      if (!token) return null;
      const worldUserId = findFixedToken(token);
      if (worldUserId !== undefined) return store.find('users', worldUserId) ?? null;
      const claims = verifiedClaims.get(token);
      return claims ? findUser(claims) : verify(token).then(findUser);
    },

    hasFixedToken: (authorization) => findFixedToken(bearerToken(authorization) ?? '') !== undefined,

    hasKey: (key) => typeof key === 'string' && findUserByKey(key) !== undefined,

    async signIn(key, secret) {
      if (typeof key !== 'string' || typeof secret !== 'string') return null;
      const user = findUserByKey(key);
      if (!user?.secret || !isSameText(user.secret, secret)) return null;
      return { user, token: await issueToken(user) };
    },

    issueToken,

    async signOut(authorization) {
      const token = bearerToken(authorization);
      const claims = token ? (verifiedClaims.get(token) ?? (await verify(token))) : null;
      if (!claims || !isValid(claims)) return;
      const { jti, expiresAt } = claims;
      await updateDurably(store, (transaction) => transaction.create('revocations', { jti, expiresAt }));
    },

    signCookie({ user }, seconds) {
      const expiresAt = now() + seconds;
      const payload = `${user?.id ?? ''}.${expiresAt}`;
      return { value: `${payload}.${cookieSignature(payload)}`, expiresAt: new Date(expiresAt * 1000) };
    },

    verifyCookie(value) {
      const [, payload, userId, expiresAt, signature] = /^((\d*)\.(\d+))\.([\w-]+)$/.exec(value) ?? [];
      if (!payload || !isSameText(cookieSignature(payload), signature!)) return null;
      if (Number(expiresAt) <= now()) return null;
      return { user: (userId && store.find('users', userId)) || null };
    },
  };
}
