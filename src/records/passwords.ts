import { createHash, randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

// The parameters of scrypt are Node's defaults: N = 16384, r = 8, p = 1.
const keyLength = 32;
const hashPattern = /^scrypt:([\w-]{22}):([\w-]{43})$/;

/** Hashes a password with scrypt and a new salt; a hash is left as it is. Takes about 30 ms. */
export function hashPassword(password: string): string {
  if (hashPattern.test(password)) return password;
  const salt = randomBytes(16);
  return `scrypt:${salt.toString('base64url')}:${scryptSync(password, salt, keyLength).toString('base64url')}`;
}

/** Whether a password has this hash. Takes as long without a hash, so that the time does not tell who has a password. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, salt = '', key = ''] = hashPattern.exec(hash ?? '') ?? [];
  const derived = await promisify<string, Buffer, number, Buffer>(scrypt)(
    password,
    Buffer.from(salt, 'base64url'),
    keyLength,
  );
  const expected = Buffer.from(key, 'base64url');
  return expected.length === keyLength && timingSafeEqual(derived, expected);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether two texts are equal; how long that takes says nothing about a secret. */
export const isSameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
