import { randomBytes } from 'node:crypto';

/** Generates a random key to sign tokens with. */
export const generateSigningKey = (): Uint8Array => randomBytes(32);
