import { createHash } from 'node:crypto';
import { kindNames } from '../../../src/store/kinds.ts';

/** The digest of each record, by kind and id. */
export type Digests = Record<string, string>;

/** Computes the digests of records, whatever the order of records and fields. */
export function digestRecords(all: (kind: string) => Iterable<{ id: number }>): Digests {
  const digests = kindNames.flatMap((kind) => [...all(kind)].map((record) => [`${kind} ${record.id}`, digest(record)]));
  return Object.fromEntries(digests) as Digests;
}

const digest = (record: object): string =>
  createHash('sha1').update(JSON.stringify(record, sortFields)).digest('base64').slice(0, 12);

const sortFields = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The names of the records that differ, or that only one side has. */
export const differentRecords = (one: Digests, other: Digests): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]);
