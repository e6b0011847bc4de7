import { Kind, type ValueNode, print } from 'graphql';

/** Names of input fields whose values are enums, and so without quotes in a document. */
const enums = new Set(['registrationType', 'typeOfMeeting', 'iframeAccessLevel', 'iframeEmbedType']);

/** A JSON value as GraphQL writes it in a document. */
export const printLiteral = (value: unknown, name = ''): string => print(nodeOf(value, name));

function nodeOf(value: unknown, name: string): ValueNode {
  if (value === null || value === undefined) return { kind: Kind.NULL };
  if (Array.isArray(value)) return { kind: Kind.LIST, values: value.map((each) => nodeOf(each, name)) };
  if (typeof value === 'boolean') return { kind: Kind.BOOLEAN, value };
  if (typeof value === 'number') return { kind: Number.isInteger(value) ? Kind.INT : Kind.FLOAT, value: String(value) };
  if (typeof value === 'string')
    return enums.has(name) && /^[A-Z_]+$/.test(value) ? { kind: Kind.ENUM, value } : { kind: Kind.STRING, value };
  const fields = Object.entries(value).map(([key, each]) => ({
    kind: Kind.OBJECT_FIELD as const,
    name: { kind: Kind.NAME as const, value: key },
    value: nodeOf(each, key),
  }));
  return { kind: Kind.OBJECT, fields };
}
