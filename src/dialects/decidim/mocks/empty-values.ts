import {
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import { MockObject, type MockValueProvider } from './mock-value-provider.ts';

const smallestScalars: Record<string, unknown> = {
  Boolean: false,
  Date: '1970-01-01',
  DateTime: '1970-01-01T00:00:00+00:00',
  Float: 0,
  Int: 0,
  JSON: {},
  String: '',
};

/**
 * Creates the provider of null and empty lists. A non-null field gets the smallest value: an empty text, zero, false, the
 * start of 1970, the first value of an enum, the first type of a union, or an object of such values.
 */
export function emptyValues(schema: GraphQLSchema): MockValueProvider {
  const smallestValue = (type: GraphQLNamedOutputType, key: string): unknown => {
    if (isScalarType(type)) return smallestScalars[type.name] ?? key;
    if (isEnumType(type)) return type.getValues()[0]!.value;
    if (type.name === 'TranslatedField') return {};
    return new MockObject(isAbstractType(type) ? schema.getPossibleTypes(type)[0]!.name : type.name, key);
  };
  return (type, { recordKey }) => {
    const nullableType = isNonNullType(type) ? type.ofType : type;
    if (isListType(nullableType)) return [];
    return isNonNullType(type) ? smallestValue(type.ofType as GraphQLNamedOutputType, recordKey) : null;
  };
}
