import {
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import type { MockValueProvider } from './mock-value-provider.ts';

const scalars: Record<string, unknown> = {
  Boolean: false,
  Date: '1970-01-01',
  DateTime: '1970-01-01T00:00:00+00:00',
  Float: 0,
  Int: 0,
  JSON: {},
  String: '',
};

/**
 * Null and empty lists; where the schema forbids null the smallest value: an empty text, zero, false, the first moment of
 * 1970, the first member of an enum or a union, an object of such values.
 */
export function emptyValues(schema: GraphQLSchema): MockValueProvider {
  const smallest = (type: GraphQLNamedOutputType, key: string): unknown => {
    if (isScalarType(type)) return scalars[type.name] ?? key;
    if (isEnumType(type)) return type.getValues()[0]!.value;
    if (type.name === 'TranslatedField') return {};
    const typeName = isAbstractType(type) ? schema.getPossibleTypes(type)[0]!.name : type.name;
    return { $ref: { typeName, key } };
  };
  return (type, { recordKey }) => {
    const nullable = isNonNullType(type) ? type.ofType : type;
    if (isListType(nullable)) return [];
    return isNonNullType(type) ? smallest(type.ofType as GraphQLNamedOutputType, recordKey) : null;
  };
}
