import {
  type GraphQLInputType,
  Kind,
  type ValueNode,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  print,
} from 'graphql';

/** Prints a JSON value as a GraphQL literal of a type; the value may be invalid. */
export const printLiteral = (value: unknown, type: GraphQLInputType): string => print(toNode(value, type));

function toNode(value: unknown, type: GraphQLInputType | undefined): ValueNode {
  const nullable = type && getNullableType(type);
  const itemType = isListType(nullable) ? nullable.ofType : nullable;
  if (value === null || value === undefined) return { kind: Kind.NULL };
  if (Array.isArray(value)) return { kind: Kind.LIST, values: value.map((each) => toNode(each, itemType)) };
  if (typeof value === 'boolean') return { kind: Kind.BOOLEAN, value };
  if (typeof value === 'number') return { kind: Number.isInteger(value) ? Kind.INT : Kind.FLOAT, value: String(value) };
  if (typeof value === 'string')
    return { kind: isEnumType(itemType) && /^[A-Za-z_]+$/.test(value) ? Kind.ENUM : Kind.STRING, value };
  const fieldsOfType = isInputObjectType(itemType) ? itemType.getFields() : {};
  // Locales come from servers, and what is no name could end the literal.
  const members = Object.entries(value).filter(([name]) => /^[_A-Za-z]\w*$/.test(name));
  const fields = members.map(([name, member]) => ({
    kind: Kind.OBJECT_FIELD as const,
    name: { kind: Kind.NAME as const, value: name },
    value: toNode(member, fieldsOfType[name]?.type),
  }));
  return { kind: Kind.OBJECT, fields };
}
