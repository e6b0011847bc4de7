import {
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { applyArguments } from './added-arguments.ts';

/** The lists of records that a town adds to `Query`, such as `conferences`, with the type of the records, which the release does not have. */
export function findTownLists(town: GraphQLSchema, release: GraphQLSchema): Map<string, GraphQLObjectType> {
  const known = release.getQueryType()!.getFields();
  return new Map(
    Object.values(town.getQueryType()!.getFields()).flatMap(({ name, type }) => {
      const recordType = getNamedType(type);
      const isAdded = !Object.hasOwn(known, name) && isObjectType(recordType) && !release.getType(recordType.name);
      return isAdded && isListType(getNullableType(type)) ? [[name, recordType] as const] : [];
    }),
  );
}

/**
 * Answers the lists that a town adds, and the fields that find one of their records, in place: from the records of the world, which are
 * members of its organization. Without records there, they are mocked.
 */
export function withTownLists(schema: GraphQLSchema, release: GraphQLSchema): GraphQLSchema {
  const lists = findTownLists(schema, release);
  for (const field of Object.values(schema.getQueryType()!.getFields())) {
    const { name, resolve } = field;
    const type = getNamedType(field.type);
    const list = lists.has(name) ? name : [...lists].find(([, recordType]) => recordType === type)?.[0];
    if (!resolve || list === undefined) continue;
    field.resolve = (source, values: Record<string, unknown>, context: RequestContext, info) => {
      const records = (context.store.organization as unknown as Record<string, unknown>)[list];
      if (!Array.isArray(records)) return resolve(source, values, context, info);
      const selected = applyArguments(field, values, records, context, info);
      if (list === name) return selected;
      return Object.keys(values).length > 0 ? ((selected as unknown[])[0] ?? null) : null;
    };
  }
  return schema;
}
