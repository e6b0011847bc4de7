import { type ObjectValueNode, Kind, type ValueNode } from 'graphql';
import { formatFloat } from '../errors/ruby-text.ts';

/** A word among literals that is no string: Ruby keeps it apart from what variables can hold. */
export class EnumLiteral {
  constructor(readonly name: string) {}
}

/** Whether Ruby holds a value for a whole number. A Number object stands for a number that is written as a float. */
export const isInteger = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));

const isFloat = (value: unknown): boolean =>
  // oxlint-disable-next-line unicorn/no-instanceof-builtins -- a Number object stands for a float without a fraction
  value instanceof Number || (typeof value === 'number' && !isInteger(value));

export const isNumber = (value: unknown): boolean => isInteger(value) || isFloat(value);

/** Whether a value has members by name. */
export const isInputObjectValue = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !isFloat(value) &&
  !(value instanceof EnumLiteral);

function leafText(value: unknown): string {
  if (value === undefined || value === null) return 'null';
  if (isInteger(value)) return BigInt(value).toString();
  if (isFloat(value)) return formatFloat(Number(value));
  if (value instanceof EnumLiteral) return JSON.stringify('#<GraphQL::Language::Nodes::Enum>');
  return JSON.stringify(value);
}

function textWith(keyText: (key: string) => string): (value: unknown) => string {
  const text = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(text).join(',')}]`;
    if (!isInputObjectValue(value)) return leafText(value);
    const members = Object.entries(value).map(([key, each]) => `${keyText(key)}:${text(each)}`);
    return `{${members.join(',')}}`;
  };
  return text;
}

/** A value as graphql-ruby's messages show it: JSON, but for the quotes of keys. */
export const serializeForMessage = textWith((key) => key);

/** A value as Ruby's JSON writes it. */
export const serializeAsRubyJson = textWith((key) => JSON.stringify(key));

const whole = (text: string): number | bigint => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
};

/** The value of a literal; variables have none here. */
export function valueFromLiteral(node: ValueNode): unknown {
  switch (node.kind) {
    case Kind.INT:
      return whole(node.value);
    case Kind.FLOAT:
      // oxlint-disable-next-line no-new-wrappers -- as it comes from requests
      return new Number(node.value);
    case Kind.NULL:
      return null;
    case Kind.ENUM:
      return new EnumLiteral(node.value);
    case Kind.LIST:
      return node.values.map(valueFromLiteral);
    case Kind.OBJECT:
      return hashOf(node);
    case Kind.VARIABLE:
      return undefined;
    default:
      return node.value;
  }
}

// Within an object words are strings.
const hashOf = (node: ObjectValueNode): Record<string, unknown> =>
  Object.fromEntries(node.fields.map(({ name, value }) => [name.value, plain(valueFromLiteral(value))]));

const plain = (value: unknown): unknown =>
  value instanceof EnumLiteral ? value.name : Array.isArray(value) ? value.map(plain) : value;

/** A literal as graphql-ruby prints it. */
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
      return leafText(valueFromLiteral(node));
  }
}
