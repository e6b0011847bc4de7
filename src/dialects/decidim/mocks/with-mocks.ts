import type { IResolvers } from '@graphql-tools/utils';
import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  isAbstractType,
} from 'graphql';
import { addResolvers, wrapResolvers } from '../../../contract/schema.ts';
import type { MockMode } from '../../../contract/server-dialect.ts';
import { emptyValues } from './empty-values.ts';
import { MockObject, type MockValueProvider } from './mock-value-provider.ts';
import { mockValues } from './mock-values.ts';

const providers: Record<MockMode, (schema: GraphQLSchema) => MockValueProvider> = {
  mock: mockValues,
  empty: emptyValues,
};

/**
 * Adds resolvers to a schema, in place. A field without a resolver has the value of the source's property of its name; if there is none,
 * it is mocked, always with the same value for the same record. With `mocksWholeObjects`, the resolvers of mocked objects are not called.
 */
export function withMocks(
  schema: GraphQLSchema,
  mockMode: MockMode,
  resolvers: IResolvers,
  { mocksWholeObjects = false } = {},
): GraphQLSchema {
  const getMockValue = providers[mockMode](schema);
  addResolvers(schema, resolvers);
  for (const type of Object.values(schema.getTypeMap()))
    if (isAbstractType(type)) type.resolveType = mockedTypeOr(type.resolveType);
  return wrapResolvers(schema, (field, coordinate) => {
    const typeName = coordinate.slice(0, -field.name.length - 1);
    const mock = mockOf(field, typeName, getMockValue);
    if (!field.resolve) return propertyOr(mock, field.name);
    return mocksWholeObjects ? resolvedOr(mock, field.resolve) : undefined;
  });
}

type Mock = (source: unknown, args: Record<string, unknown>) => unknown;

/** Sources without an id are one record of their type. */
const mockOf =
  ({ name, type }: GraphQLField<unknown, unknown>, typeName: string, getMockValue: MockValueProvider): Mock =>
  (source, args) => {
    const key = source instanceof MockObject ? source.key : ((source as { id?: unknown } | null | undefined)?.id ?? '');
    return getMockValue(type, { typeName, recordKey: String(key), fieldName: name, args });
  };

/** Resolves the type of a mocked object, and that of a record with the type resolver. */
const mockedTypeOr =
  (resolveType: GraphQLTypeResolver<unknown, unknown> | null | undefined): GraphQLTypeResolver<unknown, unknown> =>
  (source, context, info, type) =>
    source instanceof MockObject ? source.typeName : resolveType?.(source, context, info, type);

/** Mocks the field of a mocked object; those of records are resolved. */
const resolvedOr =
  (mock: Mock, resolve: GraphQLFieldResolver<unknown, unknown>): GraphQLFieldResolver<unknown, unknown> =>
  (source, args, context, info) =>
    source instanceof MockObject ? mock(source, args as Record<string, unknown>) : resolve(source, args, context, info);

/** Returns the source's property, as for most fields; else the mock value. */
const propertyOr =
  (mock: Mock, name: string): GraphQLFieldResolver<Record<string, unknown> | null | undefined, unknown> =>
  (source, args, context, info) => {
    const property = source?.[name];
    if (typeof property === 'function') return property.call(source, args, context, info) as unknown;
    return property === undefined || source instanceof MockObject ? mock(source, args) : property;
  };
