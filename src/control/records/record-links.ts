import { kindNames } from '../../store/kinds.ts';
import type { Kind } from '../../store/records.ts';
import { createReferenceTest, readReferences, referenceFields } from '../../store/references.ts';
import type { Store } from '../../store/store.ts';
import { titleOf } from './record-title.ts';

/** A record that a field of another record refers to. */
export interface RecordLink {
  /** The name of the field, such as `componentId`. */
  field: string;
  kind: Kind;
  id: number;
  title: string | null;
}

/** A record, what it is called, and the records that it refers to. */
export interface DescribedRecord {
  title: string | null;
  record: { id: number };
  links: RecordLink[];
}

/** How many records of a kind refer to a record by one of their fields. */
export interface Referrers {
  kind: Kind;
  field: string;
  count: number;
}

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
