import { kindNames, createReferenceTest, readReferences, referenceFields } from '../../records/kinds.ts';
import type { Kind, Translations } from '../../records/records.ts';
import type { Store } from '../../store/store.ts';
import type { DescribedRecord, Referrers } from '../admin/record-schemas.ts';

/** Describes a record of a kind. */
export function describeRecord(store: Store, kind: Kind, record: { id: number }): DescribedRecord {
  const { defaultLocale } = store.organization;
  const links = referenceFields(kind).flatMap((field) =>
    readReferences(record, field).map((target) => {
      const found = store.find(target.kind, target.id);
      return { field: field.name, ...target, title: found ? titleOf(found, defaultLocale) : null };
    }),
  );
  return { title: titleOf(record, defaultLocale), record, links };
}

/** Counts what refers to a record, by kind and field. */
export function countReferrers(store: Store, kind: Kind, id: number): Referrers[] {
  return kindNames.flatMap((each) => {
    const fields = referenceFields(each).filter(({ kinds }) => kinds.includes(kind));
    if (fields.length === 0) return [];
    const records = store.all(each);
    return fields
      .map((field) => ({
        kind: each,
        field: field.name,
        count: records.filter(createReferenceTest([field], kind, id)).length,
      }))
      .filter(({ count }) => count > 0);
  });
}

/** The fields that can tell what a record is, the best first. */
const titleFields = ['title', 'name', 'body', 'announcement', 'reportedContent', 'badgeName', 'reason', 'blockReasons'];
const htmlFields = new Set(['body', 'announcement']);
const maxLength = 120;

/** A short text that says which record it is, in the default locale if it has one; null if the record has no text. */
function titleOf(record: object, defaultLocale: string): string | null {
  for (const field of titleFields) {
    const value = (record as Record<string, Translations | string | null | undefined>)[field];
    const text = typeof value === 'object' && value ? (value[defaultLocale] ?? Object.values(value)[0]) : value;
    const line = (htmlFields.has(field) ? text?.replaceAll(/<[^>]*>/g, ' ') : text)?.replaceAll(/\s+/g, ' ').trim();
    if (line) return line.length > maxLength ? `${line.slice(0, maxLength).trimEnd()}…` : line;
  }
  return null;
}
