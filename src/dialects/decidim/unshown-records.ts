import { type GraphQLSchema, isObjectType } from 'graphql';
import { hasComponentType } from '../../server/resolvers/components.ts';
import { kinds, parseRecordReference } from '../../records/kinds.ts';
import type { Kind, RecordReference } from '../../records/records.ts';
import type { Store } from '../../store/store.ts';
import { decidimDevelop } from './releases/develop/release.ts';
import { recordTypes, typeOf } from './resolvers/record-types.ts';
import { readSchema } from './schema/read-schema.ts';

/** Earlier names of types and fields: what has one of them is shown. */
const formerNames: Record<string, string> = {
  'Budget.totalBudget': 'total_budget',
  Milestone: 'TimelineEntry',
  'Project.budgetAmount': 'budget_amount',
  'Question.responseOptions': 'answerOptions',
};

/** What people do with records, and the fields that show it. */
const relations: { kind: 'likes' | 'follows'; target: 'resource' | 'followable'; fields: string[] }[] = [
  { kind: 'likes', target: 'resource', fields: ['likes', 'endorsements'] },
  { kind: 'follows', target: 'followable', fields: ['followsCount', 'followers'] },
];

/** Columns of the store that say nothing about the record. */
const ownColumns = new Set(['id', 'createdAt', 'updatedAt']);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);

const describeCount = (name: string, count: number): string[] =>
  count > 0 ? [`${name} (${count} record${count > 1 ? 's' : ''})`] : [];

const fieldsOf = (schema: GraphQLSchema, typeName: string): Set<string> | undefined => {
  const type = schema.getType(typeName);
  return isObjectType(type) ? new Set(Object.keys(type.getFields())) : undefined;
};

/** The columns of a kind whose values the newest release shows and a schema does not. */
function listUnshownColumns(
  kind: Kind,
  type: string,
  shown: Set<string>,
  newest: GraphQLSchema,
  store: Store,
): string[] {
  const newestFields = fieldsOf(newest, type)!;
  return Object.keys(kinds[kind].schema.properties)
    .filter((column) => newestFields.has(column) && !shown.has(column) && !ownColumns.has(column))
    .filter((column) => !shown.has(formerNames[`${type}.${column}`] ?? ''))
    .flatMap((column) => {
      const records = store.all(kind) as readonly object[];
      const count = records.filter((record) => !isEmpty((record as Record<string, unknown>)[column])).length;
      return describeCount(`${column} of ${kind}`, count);
    });
}

/**
 * Lists what the newest release of Decidim shows of the records of a store, and a schema does not: kinds of records, fields,
 * kinds of components, likes and follows.
 */
export function listUnshownRecords(store: Store, schema: GraphQLSchema): string[] {
  const newest = readSchema(decidimDevelop);
  const ofTypes = Object.entries(recordTypes).flatMap(([type, { kind }]) => {
    const shown = fieldsOf(schema, type) ?? fieldsOf(schema, formerNames[type] ?? '');
    if (!shown) return describeCount(kind, store.all(kind).length);
    return listUnshownColumns(kind, type, shown, newest, store);
  });
  const components = store.all('components').filter((component) => !hasComponentType(component, schema));
  const ofRelations = relations.flatMap(({ kind, target, fields }) => {
    const unshown = (store.all(kind) as readonly object[]).flatMap((record) => {
      const { kind: targetKind } = parseRecordReference((record as Record<string, RecordReference>)[target]!);
      const shown = fieldsOf(schema, typeOf(targetKind));
      return shown && !fields.some((field) => shown.has(field)) ? [targetKind] : [];
    });
    return [...new Set(unshown)].flatMap((each) =>
      describeCount(`${kind} of ${each}`, unshown.filter((other) => other === each).length),
    );
  });
  return [...ofTypes, ...describeCount('components of other kinds', components.length), ...ofRelations];
}
