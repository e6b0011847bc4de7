import { kindNames } from '../../store/kinds.ts';
import type { Kind } from '../../store/records.ts';
import { createReferenceTest, readReferences, referenceFields } from '../../store/references.ts';
import type { Store } from '../../store/store.ts';
import type { DescribedRecord, Referrers } from './linked-record.ts';
import { titleOf } from './record-title.ts';

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
