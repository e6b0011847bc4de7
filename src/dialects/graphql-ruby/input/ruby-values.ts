import { Kind, type ObjectValueNode, type ValueNode } from 'graphql';
import { formatFloat } from '../errors/ruby-text.ts';

/** The value of an enum literal, which graphql-ruby does not treat as a string. */
class EnumLiteral {
  constructor(readonly name: string) {}
}

/** Whether a value is an integer in Ruby. A Number object is not: it is a number that was written as a float. */
export const isInteger = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));

const isFloat = (value: unknown): boolean =>
  // oxlint-disable-next-line unicorn/no-instanceof-builtins -- a Number object is a float without a fraction
  value instanceof Number || (typeof value === 'number' && !isInteger(value));

/** Whether a value is an integer or a float in Ruby. */
export const isNumber = (value: unknown): boolean => isInteger(value) || isFloat(value);

/** Whether a value is an object with named members. */
export const isInputObjectValue = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !isFloat(value) &&
  !(value instanceof EnumLiteral);

function serializeLeaf(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (isInteger(value)) return BigInt(value).toString();
  if (isFloat(value)) return formatFloat(Number(value));
  if (value instanceof EnumLiteral) return JSON.stringify('#<GraphQL::Language::Nodes::Enum>');
  return JSON.stringify(value);
}

function serialize(value: unknown, formatKey: (key: string) => string): string {
  if (Array.isArray(value)) return `[${value.map((item) => serialize(item, formatKey)).join(',')}]`;
  if (!isInputObjectValue(value)) return serializeLeaf(value);
  const members = Object.entries(value).map(([key, member]) => `${formatKey(key)}:${serialize(member, formatKey)}`);
  return `{${members.join(',')}}`;
}

/** Serializes a value as graphql-ruby's messages show it: JSON with unquoted keys. */
export const serializeForMessage = (value: unknown): string => serialize(value, (key) => key);

/** Serializes a value as Ruby's JSON does. */
export const serializeAsRubyJson = (value: unknown): string => serialize(value, (key) => JSON.stringify(key));

const parseInteger = (text: string): number | bigint => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
};

/** Returns the value of a literal; variables are undefined. */
export function valueFromLiteral(node: ValueNode): unknown {
  switch (node.kind) {
    case Kind.INT:
      return parseInteger(node.value);
    case Kind.FLOAT:
      // oxlint-disable-next-line no-new-wrappers -- the representation of floats in variable values
      return new Number(node.value);
    case Kind.NULL:
      return null;
    case Kind.ENUM:
      return new EnumLiteral(node.value);
    case Kind.LIST:
      return node.values.map(valueFromLiteral);
    case Kind.OBJECT:
      return valueFromObject(node);
    case Kind.VARIABLE:
      return undefined;
    default:
      return node.value;
  }
}

const valueFromObject = (node: ObjectValueNode): Record<string, unknown> =>
  Object.fromEntries(node.fields.map(({ name, value }) => [name.value, enumsToStrings(valueFromLiteral(value))]));

// graphql-ruby treats enum literals inside an object as strings.
const enumsToStrings = (value: unknown): unknown =>
  value instanceof EnumLiteral ? value.name : Array.isArray(value) ? value.map(enumsToStrings) : value;

/** Prints a literal as graphql-ruby does. */
export function printLiteral(node: ValueNode): string {
  switch (node.kind) {
    case Kind.LIST:
      return `[${node.values.map(printLiteral).join(', ')}]`;
    case Kind.OBJECT:
      return `{${node.fields.map(({ name, value }) => `${name.value}: ${printLiteral(value)}`).join(', ')}}`;
    case Kind.VARIABLE:
      return `$${node.name.value}`;
    case Kind.ENUM:
      return node.value;
    default:
      return serializeLeaf(valueFromLiteral(node));
  }
}
