import { createHash } from 'node:crypto';
import {
  type GraphQLEnumType,
  type GraphQLNamedOutputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import { MockObject, MockTexts, type MockValueProvider, type MockedField } from './mock-value-provider.ts';

/** Returns a number from 0 to 2^32 - 1, always the same for the same JSON values. */
const hashToNumber = (...values: unknown[]): number =>
  createHash('sha256').update(JSON.stringify(values)).digest().readUInt32BE();

const listLength = 2;
const firstDay = Date.UTC(2026, 0, 1);
const dayOf = (hash: number): Date => new Date(firstDay + (hash % 365) * 86_400_000);

/** `budgetUrl` as a label: `Budget url`. */
const toLabel = (name: string): string => {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const isUrlField = (name: string): boolean => /(url|link|thumbnail|image)$/i.test(name);

const mockText = ({ fieldName }: MockedField, hash: number): string =>
  isUrlField(fieldName) ? `https://example.org/${hash % 10_000}` : `${toLabel(fieldName)} ${hash % 10_000}`;

const scalars: Record<string, (field: MockedField, hash: number) => unknown> = {
  Boolean: (_, hash) => hash % 2 === 1,
  Date: (_, hash) => dayOf(hash).toISOString().slice(0, 10),
  DateTime: (_, hash) => `${dayOf(hash).toISOString().slice(0, 19)}+00:00`,
  Float: (_, hash) => (hash % 10_000) / 100,
  ID: (_, hash) => String(hash),
  Int: (_, hash) => hash % 100,
  JSON: () => ({}),
  String: mockText,
};

/** Fields whose mock values would mislead clients: a mocked list has one page. */
const fixedValues: Record<string, unknown> = { 'PageInfo.hasNextPage': false, 'PageInfo.hasPreviousPage': false };

/** Creates the provider of mock values: always the same for a field of a record, and usually different from other fields. */
export function mockValues(schema: GraphQLSchema): MockValueProvider {
  const namedValue = (type: GraphQLNamedOutputType, field: MockedField, hash: number): unknown => {
    if (isScalarType(type)) return (scalars[type.name] ?? mockText)(field, hash);
    if (isEnumType(type)) return enumValue(type, hash);
    if (type.name === 'TranslatedField') return new MockTexts(mockText(field, hash));
    const possibleTypes = isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
    return new MockObject(possibleTypes[hash % possibleTypes.length]!.name, String(hash));
  };
  const mockValue = (type: GraphQLOutputType, field: MockedField, index = 0): unknown => {
    if (isNonNullType(type)) return mockValue(type.ofType, field, index);
    if (isListType(type))
      return Array.from({ length: listLength }, (_, position) => mockValue(type.ofType, field, position + 1));
    const { typeName, recordKey, fieldName, args } = field;
    return namedValue(type, field, hashToNumber(typeName, recordKey, fieldName, args, index));
  };
  return (type, field) =>
    fixedValues[`${field.typeName}.${field.fieldName}`] ??
    (field.fieldName === 'id' ? field.recordKey : mockValue(type, field));
}

const enumValue = (type: GraphQLEnumType, hash: number): unknown => {
  const values = type.getValues();
  return values[hash % values.length]!.value;
};
