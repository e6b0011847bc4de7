import { dateTimeFields, kinds } from '../../store/kinds.ts';
import type { Kind } from '../../store/records.ts';
import { referenceFields } from '../../store/references.ts';

/** Returns the test of a search: whether a text of a record, in any locale, contains it, or whether it is the record's id. */
export function createSearch(kind: Kind, search: string): (record: { id: number }) => boolean {
  const id = /^\d+$/.test(search) ? Number(search) : undefined;
  const other = new Set([...dateTimeFields(kind), ...referenceFields(kind).map(({ name }) => name)]);
  const fields = Object.keys(kinds[kind].schema.properties).filter((name) => !other.has(name));
  // Unlike lower-cased copies of the texts, a pattern needs no memory.
  const pattern = new RegExp(search.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`), 'iu');
  return (record) =>
    record.id === id || fields.some((field) => containsText((record as Record<string, unknown>)[field], pattern));
}

function containsText(value: unknown, pattern: RegExp): boolean {
  if (typeof value === 'string') return pattern.test(value);
  if (typeof value !== 'object' || value === null) return false;
  for (const member of Object.values(value)) if (containsText(member, pattern)) return true;
  return false;
}
