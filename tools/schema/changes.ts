import type { Change } from '@graphql-inspector/core';
import type { GraphQLSchema } from 'graphql';

/** What a change means for the clients of a schema, the worst first. */
export const criticalities = ['BREAKING', 'DANGEROUS', 'NON_BREAKING'] as const;
export type Criticality = (typeof criticalities)[number];

/** One change of a schema, in the words of `@graphql-inspector/core`. */
export interface SchemaChange {
  criticality: Criticality;
  /** The kind of change, such as `FIELD_REMOVED`. */
  type: string;
  /** The schema coordinate, such as `Meeting.title`. */
  path: string;
  message: string;
  /** Why it breaks clients, or may break them. */
  reason?: string;
  /** The names and types that the message has. */
  meta: Record<string, unknown>;
}

/** What a change does, in the order of the list: what is gone, changed, deprecated and new. */
const actions = [/REMOVED$/, /CHANGED/, /DEPRECATION/, /ADDED$/];
const rank = ({ type }: SchemaChange): number => actions.findIndex((action) => action.test(type));

/** Compares two schemas, without their descriptions. Breaking changes are first; a new type is one change with all its parts. */
export async function findSchemaChanges(from: GraphQLSchema, to: GraphQLSchema): Promise<SchemaChange[]> {
  const { diff } = await import('@graphql-inspector/core');
  const changes = await diff(from, to);
  return changes
    .filter((change) => !change.type.includes('DESCRIPTION') && !isPartOfAnother(change, from))
    .map(toSchemaChange)
    .toSorted(
      (a, b) =>
        criticalities.indexOf(a.criticality) - criticalities.indexOf(b.criticality) ||
        rank(a) - rank(b) ||
        a.path.localeCompare(b.path, 'en') ||
        a.message.localeCompare(b.message, 'en'),
    );
}

const toSchemaChange = ({ criticality, type, path = '', message, meta }: Change): SchemaChange => ({
  criticality: criticality.level,
  type,
  path,
  message,
  ...(criticality.reason !== undefined && { reason: criticality.reason }),
  meta,
});

/** Whether another change says the same: that a type or a field is new, or that a part is deprecated. */
function isPartOfAnother({ type, path = '', meta }: Change, from: GraphQLSchema): boolean {
  const { addedToNewType, addedToNewField, directiveName, addedDirectiveName, removedDirectiveName } = meta as Record<
    string,
    unknown
  >;
  if (addedToNewType || addedToNewField) return true;
  if (type === 'FIELD_ADDED') return !from.getType(path.split('.')[0]!);
  return [directiveName, addedDirectiveName, removedDirectiveName].includes('deprecated');
}
