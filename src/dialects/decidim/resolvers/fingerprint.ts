import { createHash } from 'node:crypto';
import type { Proposal } from '../../../store/records.ts';

/** A value with the keys of its objects in order. */
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, each]) => [key, sorted(each)]),
      )
    : value;

/** `Proposal.fingerprint`: the texts of a proposal as JSON with its keys in order, and the SHA-256 of that. */
export function resolveFingerprint({ body, title }: Proposal) {
  const source = JSON.stringify(sorted({ body, title }));
  return { source, value: createHash('sha256').update(source).digest('hex') };
}
