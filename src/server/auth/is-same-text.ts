import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether two texts are equal; how long that takes says nothing about a secret. */
export const isSameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
