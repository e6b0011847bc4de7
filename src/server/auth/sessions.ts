import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { SignJWT, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Sessions } from '../../contract/sessions.ts';
import type { User } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';

export interface SessionOptions {
  store: Store;
  /** The secret that tokens are signed with, 32 bytes. */
  signingKey: Uint8Array;
  /** Seconds that a signed token is valid. */
  lifetimeSeconds: number;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

interface Claims {
  userId: number;
  jti: string;
  /** Seconds since 1970. */
  expiresAt: number;
}

const algorithm = 'HS256';
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const bearer = (authorization: string | undefined): string | undefined =>
  authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length).trim() : undefined;

export function createSessions({ store, signingKey, lifetimeSeconds, clock = Date.now }: SessionOptions): Sessions {
  const worldTokens = new Map(store.all('users').flatMap(({ id, token }) => (token ? [[token, id]] : [])));
  const revoked = new Set(store.all('revocations').map(({ jti }) => jti));
  const verified = new LRUCache<string, Claims>({ max: 1000 });
  const now = () => Math.floor(clock() / 1000);

  async function verify(token: string): Promise<Claims | null> {
    try {
      const { payload } = await jwtVerify(token, signingKey, {
        algorithms: [algorithm],
        currentDate: new Date(clock()),
      });
      const { sub, jti, exp } = payload;
      const claims = { userId: Number(sub), jti: String(jti), expiresAt: Number(exp) };
      verified.set(token, claims);
      return claims;
    } catch {
      return null;
    }
  }

  const isValid = ({ jti, expiresAt }: Claims): boolean => expiresAt > now() && !revoked.has(jti);
  const userOf = (claims: Claims | null): User | null =>
    (claims && isValid(claims) && store.find('users', claims.userId)) || null;

  return {
    findViewer(authorization) {
      const token = bearer(authorization);
      if (!token) return null;
      const worldUser = worldTokens.get(token);
      if (worldUser !== undefined) return store.find('users', worldUser) ?? null;
      const known = verified.get(token);
      return known ? userOf(known) : verify(token).then(userOf);
    },

    async signIn(key_, secret) {
      if (typeof key_ !== 'string' || typeof secret !== 'string') return null;
      const user = store.all('users').find((each) => each.key === key_);
      if (!user?.secret || !timingSafeEqual(digest(user.secret), digest(secret))) return null;
      const token = await new SignJWT({ scp: 'api_user' })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(String(user.id))
        .setJti(randomUUID())
        .setIssuedAt(now())
        .setExpirationTime(now() + lifetimeSeconds)
        .sign(signingKey);
      return { user, token };
    },

    async signOut(authorization) {
      const token = bearer(authorization);
      const claims = token ? (verified.get(token) ?? (await verify(token))) : null;
      if (!claims || !isValid(claims)) return;
      const { jti, expiresAt } = claims;
      const { durable } = store.update((draft) => draft.create('revocations', { jti, expiresAt }));
      revoked.add(jti);
      await durable;
    },
  };
}

/** The signing key kept in a file, made when missing. */
export function loadSigningKey(file: string): Uint8Array {
  if (existsSync(file)) return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  const key = generateSigningKey();
  const fd = openSync(file, 'wx', 0o600);
  writeSync(fd, `${Buffer.from(key).toString('base64')}\n`);
  fsyncSync(fd);
  closeSync(fd);
  return key;
}

/** A signing key for as long as the process lives. */
export const generateSigningKey = (): Uint8Array => randomBytes(32);
