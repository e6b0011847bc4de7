import { Kind, type ValueNode, print } from 'graphql';

/** Input fields with enum values, which have no quotes in a document. */
const enumFields = new Set(['registrationType', 'typeOfMeeting', 'iframeAccessLevel', 'iframeEmbedType']);

/** Prints a JSON value as a GraphQL literal. */
export const printGraphQLLiteral = (value: unknown): string => print(toValueNode(value, ''));

function toValueNode(value: unknown, fieldName: string): ValueNode {
  if (value === null || value === undefined) return { kind: Kind.NULL };
  if (Array.isArray(value)) return { kind: Kind.LIST, values: value.map((each) => toValueNode(each, fieldName)) };
  if (typeof value === 'boolean') return { kind: Kind.BOOLEAN, value };
  if (typeof value === 'number') return { kind: Number.isInteger(value) ? Kind.INT : Kind.FLOAT, value: String(value) };
  if (typeof value === 'string')
    return { kind: enumFields.has(fieldName) && /^[A-Z_]+$/.test(value) ? Kind.ENUM : Kind.STRING, value };
  const fields = Object.entries(value).map(([name, member]) => ({
    kind: Kind.OBJECT_FIELD as const,
    name: { kind: Kind.NAME as const, value: name },
    value: toValueNode(member, name),
  }));
  return { kind: Kind.OBJECT, fields };
}
