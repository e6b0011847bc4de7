import { type IMockStore, type Ref, addMocksToSchema, isRef } from '@graphql-tools/mock';
import type { IResolvers } from '@graphql-tools/utils';
import {
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  isAbstractType,
} from 'graphql';
import { wrapResolvers } from '../../../contract/schema.ts';
import type { MockMode } from '../../../contract/server-dialect.ts';
import { emptyValues } from './empty-values.ts';
import type { MockValueProvider } from './mock-value-provider.ts';
import { mockValues } from './mock-values.ts';

const providers: Record<MockMode, (schema: GraphQLSchema) => MockValueProvider> = {
  mock: mockValues,
  empty: emptyValues,
};

const unsupported = (): never => {
  throw new Error('the mock store is stateless');
};

/** Creates a stateless store for the mock library: values depend only on the field, so they survive a restart. */
const createMockStore = (schema: GraphQLSchema, getMockValue: MockValueProvider): IMockStore => ({
  schema,
  get: ((request: { typeName: string; key?: string; fieldName: string; fieldArgs?: Record<string, unknown> }) => {
    const { typeName, key: recordKey = '', fieldName, fieldArgs = {} } = request;
    const { type } = (schema.getType(typeName) as GraphQLObjectType).getFields()[fieldName]!;
    return getMockValue(type, { typeName, recordKey, fieldName, args: fieldArgs });
  }) as IMockStore['get'],
  set: unsupported,
  has: unsupported,
  reset: unsupported,
});

/** The mock library's reference to a record. Sources without an id are one record of their type. */
const createRef = (typeName: string, source: unknown): Ref => ({
  $ref: { typeName, key: String((source as { id?: unknown } | null | undefined)?.id ?? '') },
});

/**
 * Adds resolvers to a schema; with `mocksWholeObjects`, those of mocked objects are not called. A field without a resolver has the value of the source's property of its name; if there is none,
 * it is mocked, always with the same value for the same record.
 */
export function withMocks(
  schema: GraphQLSchema,
  mockMode: MockMode,
  resolvers: IResolvers,
  { mocksWholeObjects = false } = {},
): GraphQLSchema {
  const store = createMockStore(schema, providers[mockMode](schema));
  const mocked = addMocksToSchema({
    schema,
    store,
    resolvers,
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
  // The schema is a new one, so it is changed in place: a copy takes time at every start.
  for (const type of Object.values(mocked.getTypeMap()))
    if (isAbstractType(type)) type.resolveType = refTypeOr(type.resolveType!);
  return wrapResolvers(mocked, ({ name, resolve }, coordinate) => {
    const typeName = coordinate.slice(0, -name.length - 1);
    const hasResolver = (resolvers[typeName] as Record<string, unknown> | undefined)?.[name];
    if (!hasResolver) return propertyOrMock(resolve!, typeName, name);
    return mocksWholeObjects ? mockOfRefOr(resolve!, store) : undefined;
  });
}

/** Mocks the field of a mocked object, whose source is no record; all others are resolved. */
const mockOfRefOr =
  (resolve: GraphQLFieldResolver<unknown, unknown>, store: IMockStore): GraphQLFieldResolver<unknown, unknown> =>
  (source, args, context, info) =>
    isRef(source)
      ? store.get({
          typeName: source.$ref.typeName,
          key: source.$ref.key,
          fieldName: info.fieldName,
          fieldArgs: args as Record<string, unknown>,
        })
      : resolve(source, args, context, info);

/** Resolves the type of a mocked object from its reference, and the type of a record with the type resolver. */
const refTypeOr =
  (resolveType: GraphQLTypeResolver<unknown, unknown>): GraphQLTypeResolver<unknown, unknown> =>
  (source, context, info, type) =>
    isRef(source) ? source.$ref.typeName : resolveType(source, context, info, type);

/** Returns the source's property, as for most fields, without a call of the mock library; else the mock value. */
const propertyOrMock =
  (
    mock: GraphQLFieldResolver<unknown, unknown>,
    typeName: string,
    name: string,
  ): GraphQLFieldResolver<Record<string, unknown> | null | undefined, unknown> =>
  (source, args, context, info) => {
    const property = source?.[name];
    if (typeof property === 'function') return property.call(source, args, context, info) as unknown;
    if (property !== undefined) return property;
    return mock(isRef(source) ? source : createRef(typeName, source), args, context, info);
  };
