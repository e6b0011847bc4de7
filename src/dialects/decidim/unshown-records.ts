import { type GraphQLSchema, isObjectType } from 'graphql';
import { kinds, parseRecordReference } from '../../records/kinds.ts';
import type { Kind, RecordReference } from '../../records/records.ts';
import { hasComponentType } from '../../resources/components.ts';
import type { Store } from '../../store/store.ts';
import { releases } from './releases.ts';
import { recordTypes, typeOf } from './record-types.ts';
import { readSchema, renamedParts } from './schema.ts';

/** What people do with records: the member with the record, and the fields that show it. */
const relations = [
  { kind: 'likes', target: 'resource', fields: ['likes'] },
  { kind: 'follows', target: 'followable', fields: ['followsCount', 'followers'] },
] as const;

/** Columns of the store that say nothing about the record. */
const ownColumns = new Set(['id', 'createdAt', 'updatedAt']);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const describeCount = (name: string, count: number): string[] =>
  count > 0 ? [`${name} (${count} record${count > 1 ? 's' : ''})`] : [];

/**
 * Lists what the newest release of Decidim shows of the records of a store, and a schema does not: kinds of records, fields,
 * kinds of components, likes and follows. What has an earlier name is shown.
 */
export function listUnshownRecords(store: Store, schema: GraphQLSchema): string[] {
  const { types, fields: renamedFields } = renamedParts();
  /** A name and the earlier names of the same part. */
  const namesOf = (name: string): string[] =>
    [...types, ...renamedFields].flatMap(({ before, after }) => (after === name ? before : [])).concat(name);
  const fieldsOf = (kind: Kind, from: GraphQLSchema): Set<string> | undefined => {
    const type = namesOf(typeOf(kind))
      .map((name) => from.getType(name))
      .find(isObjectType);
    return type && new Set(Object.keys(type.getFields()));
  };
  const isShown = (field: string, shown: Set<string>) => namesOf(field).some((name) => shown.has(name));
  const newest = readSchema(releases.at(-1)!);

  const ofKinds = [...new Set(Object.values(recordTypes).map(({ kind }) => kind))].flatMap((kind) => {
    const records = store.all(kind) as unknown as readonly Record<string, unknown>[];
    const shown = fieldsOf(kind, schema);
    if (!shown) return describeCount(kind, records.length);
    const newestFields = fieldsOf(kind, newest)!;
    return Object.keys(kinds[kind].schema.properties)
      .filter((column) => newestFields.has(column) && !isShown(column, shown) && !ownColumns.has(column))
      .flatMap((column) =>
        describeCount(`${column} of ${kind}`, records.filter((record) => !isEmpty(record[column])).length),
      );
  });
  const components = store.all('components').filter((component) => !hasComponentType(component, schema));
  const ofRelations = relations.flatMap(({ kind, target, fields }) => {
    const unshown = (store.all(kind) as readonly object[]).flatMap((record) => {
      const { kind: targetKind } = parseRecordReference((record as Record<string, RecordReference>)[target]!);
      const shown = fieldsOf(targetKind, schema);
      return shown && !fields.some((field) => isShown(field, shown)) ? [targetKind] : [];
    });
    return [...new Set(unshown)].flatMap((each) =>
      describeCount(`${kind} of ${each}`, unshown.filter((other) => other === each).length),
    );
  });
  return [...ofKinds, ...describeCount('components of other kinds', components.length), ...ofRelations];
}
