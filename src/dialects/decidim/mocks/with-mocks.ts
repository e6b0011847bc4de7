import { type IMockStore, type Ref, addMocksToSchema, isRef } from '@graphql-tools/mock';
import { type IResolvers, MapperKind, mapSchema } from '@graphql-tools/utils';
import {
  type GraphQLFieldResolver,
  GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  GraphQLUnionType,
} from 'graphql';
import { emptyValues } from './empty-values.ts';
import { mockValues } from './mock-values.ts';
import type { MockValueProvider } from './mock-value-provider.ts';

const fills = { mock: mockValues, empty: emptyValues };

const unkept = (): never => {
  throw new Error('what fills the schema keeps nothing');
};

/** A store of the mock library that keeps nothing: a value follows from where it is asked for, so a restart changes none. */
const storeOf = (schema: GraphQLSchema, values: MockValueProvider): IMockStore => ({
  schema,
  get: ((asked: { typeName: string; key?: string; fieldName: string; fieldArgs?: Record<string, unknown> }) => {
    const { typeName, key: recordKey = '', fieldName, fieldArgs = {} } = asked;
    const { type } = (schema.getType(typeName) as GraphQLObjectType).getFields()[fieldName]!;
    return values(type, { typeName, recordKey, fieldName, args: fieldArgs });
  }) as IMockStore['get'],
  set: unkept,
  has: unkept,
  reset: unkept,
});

/** The record of a source, as the mock library refers to it; sources without an id are one record of their type. */
const referenceTo = (typeName: string, source: unknown): Ref => ({
  $ref: { typeName, key: String((source as { id?: unknown } | null | undefined)?.id ?? '') },
});

/**
 * A schema whose fields are answered by these resolvers, else by the property of their name, and else filled. A record and
 * its field are filled with the same value each time.
 */
export function withMocks(schema: GraphQLSchema, fill: keyof typeof fills, resolvers: IResolvers): GraphQLSchema {
  const mocked = addMocksToSchema({
    schema,
    store: storeOf(schema, fills[fill](schema)),
    resolvers,
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
  return mapSchema(mocked, {
    [MapperKind.OBJECT_FIELD]: (field, name, typeName) => {
      const given = (resolvers[typeName] as Record<string, unknown> | undefined)?.[name];
      return given ? undefined : { ...field, resolve: propertyOr(field.resolve!, typeName, name) };
    },
    [MapperKind.INTERFACE_TYPE]: (type) =>
      new GraphQLInterfaceType({ ...type.toConfig(), resolveType: referredOr(type.resolveType!) }),
    [MapperKind.UNION_TYPE]: (type) =>
      new GraphQLUnionType({ ...type.toConfig(), resolveType: referredOr(type.resolveType!) }),
  });
}

/** The type of what is filled is in its reference; only records are asked for theirs. */
const referredOr =
  (typeOf: GraphQLTypeResolver<unknown, unknown>): GraphQLTypeResolver<unknown, unknown> =>
  (source, context, info, type) =>
    isRef(source) ? source.$ref.typeName : typeOf(source, context, info, type);

/** Answers with the property of the field's name where the source has it, as most do, without asking the mock library. */
const propertyOr =
  (
    mock: GraphQLFieldResolver<unknown, unknown>,
    typeName: string,
    name: string,
  ): GraphQLFieldResolver<Record<string, unknown> | null | undefined, unknown> =>
  (source, args, context, info) => {
    const property = source?.[name];
    if (typeof property === 'function') return property.call(source, args, context, info) as unknown;
    if (property !== undefined) return property;
    return mock(isRef(source) ? source : referenceTo(typeName, source), args, context, info);
  };
