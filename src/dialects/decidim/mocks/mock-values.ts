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
import { MockTexts, type MockedField, type MockValueProvider } from './mock-value-provider.ts';

/** A number from 0 to 2^32 - 1 that these parts always give. */
export const hashToNumber = (...parts: unknown[]): number =>
  createHash('sha256').update(JSON.stringify(parts)).digest().readUInt32BE();

const listLength = 2;
const beginning = Date.UTC(2026, 0, 1);
const dayAfterBeginning = (hash: number): Date => new Date(beginning + (hash % 365) * 86_400_000);

/** `budgetUrl` as people write it: `Budget url`. */
const inWords = (name: string): string => {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const isAddress = (name: string): boolean => /(url|link|thumbnail|image)$/i.test(name);

const text = ({ fieldName }: MockedField, hash: number): string =>
  isAddress(fieldName) ? `https://example.org/${hash % 10_000}` : `${inWords(fieldName)} ${hash % 10_000}`;

const scalars: Record<string, (place: MockedField, hash: number) => unknown> = {
  Boolean: (_, hash) => hash % 2 === 1,
  Date: (_, hash) => dayAfterBeginning(hash).toISOString().slice(0, 10),
  DateTime: (_, hash) => `${dayAfterBeginning(hash).toISOString().slice(0, 19)}+00:00`,
  Float: (_, hash) => (hash % 10_000) / 100,
  ID: (_, hash) => String(hash),
  Int: (_, hash) => hash % 100,
  JSON: () => ({}),
  String: text,
};

/** Fields whose made-up values would lead a client astray: a list of one page that says there is another. */
const fixed: Record<string, unknown> = { 'PageInfo.hasNextPage': false, 'PageInfo.hasPreviousPage': false };

/** A value of a type for a place: always the same for it, and as a rule another one than for other places. */
export function mockValues(schema: GraphQLSchema): MockValueProvider {
  const named = (type: GraphQLNamedOutputType, place: MockedField, hash: number): unknown => {
    if (isScalarType(type)) return (scalars[type.name] ?? text)(place, hash);
    if (isEnumType(type)) return memberOf(type, hash);
    if (type.name === 'TranslatedField') return new MockTexts(text(place, hash));
    const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
    return { $ref: { typeName: possible[hash % possible.length]!.name, key: String(hash) } };
  };
  const value = (type: GraphQLOutputType, place: MockedField, index = 0): unknown => {
    if (isNonNullType(type)) return value(type.ofType, place, index);
    if (isListType(type)) return Array.from({ length: listLength }, (_, each) => value(type.ofType, place, each + 1));
    return named(type, place, hashToNumber(place.typeName, place.recordKey, place.fieldName, place.args, index));
  };
  return (type, place) =>
    fixed[`${place.typeName}.${place.fieldName}`] ?? (place.fieldName === 'id' ? place.recordKey : value(type, place));
}

const memberOf = (type: GraphQLEnumType, hash: number): unknown => {
  const members = type.getValues();
  return members[hash % members.length]!.value;
};
