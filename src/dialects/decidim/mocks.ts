import { createHash } from 'node:crypto';
import { type IMocks, createMockStore, isRef } from '@graphql-tools/mock';
import type { IResolvers } from '@graphql-tools/utils';
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import { addResolvers, wrapResolvers } from '../../graphql/schema.ts';
import type { MockMode } from '../server-dialect.ts';

/** A mock text, the same in every locale. */
export class MockTexts {
  constructor(readonly text: string) {}
}

/** A number from 0 to 2^32 - 1, always the same for the same JSON values. */
const hashToNumber = (...values: unknown[]): number =>
  createHash('sha256').update(JSON.stringify(values)).digest().readUInt32BE();

const dayOf = (number: number): string => new Date(Date.UTC(2026, 0, 1 + (number % 365))).toISOString();

/** `budgetUrl` as a label: `Budget url`. */
function toLabel(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The values of scalars, made of a number and the name of the field. */
const mockedScalars: Record<string, (number: number, fieldName: string) => unknown> = {
  Boolean: (number) => number % 2 === 1,
  Date: (number) => dayOf(number).slice(0, 10),
  DateTime: (number) => `${dayOf(number).slice(0, 19)}+00:00`,
  Float: (number) => (number % 10_000) / 100,
  ID: String,
  Int: (number) => number % 100,
  JSON: () => ({}),
  String: (number, fieldName) =>
    /(url|link|thumbnail|image)$/i.test(fieldName)
      ? `https://example.org/${number % 10_000}`
      : `${toLabel(fieldName)} ${number % 10_000}`,
};

const emptyScalars: typeof mockedScalars = {
  Boolean: () => false,
  Date: () => '1970-01-01',
  DateTime: () => '1970-01-01T00:00:00+00:00',
  Float: () => 0,
  ID: String,
  Int: () => 0,
  JSON: () => ({}),
  String: () => '',
};

/** Fields whose mock values would mislead clients: a mocked list has one page. */
const fixedValues: Record<string, unknown> = { 'PageInfo.hasNextPage': false, 'PageInfo.hasPreviousPage': false };

/** Returns the value of a field of the object with a key: the same for the same field and arguments, in every process. */
type MakeValue = (typeName: string, key: string, fieldName: string, args: Record<string, unknown>) => unknown;

/** Creates what makes values up: mock values, or with `empty` null, empty lists, and the smallest values of non-null fields. */
function createValueMaker(schema: GraphQLSchema, mode: MockMode): MakeValue {
  const isEmpty = mode === 'empty';
  const scalars = isEmpty ? emptyScalars : mockedScalars;
  let field = { name: '', seed: 0, made: 0 };
  const next = () => hashToNumber(field.seed, field.made++);
  const choose = <T>(values: readonly T[]): T => values[isEmpty ? 0 : next() % values.length]!;
  const mockOf = (type: GraphQLNamedType): (() => unknown) | undefined => {
    if (isScalarType(type)) return () => (scalars[type.name] ?? scalars['String']!)(next(), field.name);
    if (isEnumType(type)) return () => choose(type.getValues()).value;
    return isAbstractType(type) ? () => ({ __typename: choose(schema.getPossibleTypes(type)).name }) : undefined;
  };
  const mocks = Object.values(schema.getTypeMap()).flatMap((type) => {
    const mock = mockOf(type);
    return mock ? [[type.name, mock]] : [];
  });
  const store = createMockStore({ schema, mocks: Object.fromEntries(mocks) as IMocks });

  /** The store makes up random keys for objects. */
  function withStableKeys(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withStableKeys);
    if (!isRef(value)) return value;
    const { typeName } = value.$ref;
    if (typeName === 'TranslatedField') return new MockTexts(scalars['String']!(next(), field.name) as string);
    return { $ref: { typeName, key: String(next()) } };
  }

  return (typeName, key, name, args) => {
    const fixed = fixedValues[`${typeName}.${name}`];
    if (fixed !== undefined) return fixed;
    const type = schema.getType(typeName);
    const fieldType = type && 'getFields' in type ? type.getFields()[name]?.type : undefined;
    if (isEmpty && isListType(isNonNullType(fieldType) ? fieldType.ofType : fieldType)) return [];
    if (isEmpty && !isNonNullType(fieldType)) return null;
    field = { name, seed: hashToNumber(typeName, key, name, args), made: 0 };
    const value = store.get({ typeName, key: key || 'none', fieldName: name, fieldArgs: args });
    // What is made up is the same again, so nothing needs to be remembered.
    store.reset();
    return withStableKeys(value);
  };
}

/**
 * Adds resolvers to a schema, in place. A field without a resolver has the value of the source's property of its name; if there is none,
 * it is mocked, always with the same value for the same record. With `mocksWholeObjects`, the resolvers of mocked objects are not called.
 */
export function withMocks(
  schema: GraphQLSchema,
  mode: MockMode,
  resolvers: IResolvers,
  { mocksWholeObjects = false } = {},
): GraphQLSchema {
  let makeValue: MakeValue | undefined;
  const mock = (typeName: string, source: unknown, fieldName: string, args: Record<string, unknown>): unknown => {
    const id = isRef(source) ? source.$ref.key : (source as { id?: unknown } | null | undefined)?.id;
    // Sources without an id are one record of their type.
    return (makeValue ??= createValueMaker(schema, mode))(typeName, String(id ?? ''), fieldName, args);
  };
  addResolvers(schema, resolvers);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isAbstractType(type)) continue;
    const { resolveType } = type;
    type.resolveType = (source, ...rest) => (isRef(source) ? source.$ref.typeName : resolveType?.(source, ...rest));
  }
  return wrapResolvers(schema, ({ name, resolve }, coordinate) => {
    const typeName = coordinate.slice(0, -name.length - 1);
    if (resolve)
      return mocksWholeObjects
        ? (source: unknown, args: Record<string, unknown>, context, info) =>
            isRef(source) ? mock(typeName, source, name, args) : resolve(source, args, context, info)
        : undefined;
    return (source: Record<string, unknown> | null | undefined, args: Record<string, unknown>, context, info) => {
      const property = isRef(source) ? undefined : source?.[name];
      if (typeof property === 'function') return property.call(source, args, context, info) as unknown;
      return property === undefined ? mock(typeName, source, name, args) : property;
    };
  });
}
