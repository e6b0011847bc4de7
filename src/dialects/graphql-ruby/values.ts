import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
  typeFromAST,
} from 'graphql';
import type { FormattedError, RequestLimits } from './errors.ts';
import { locationOfNode } from './locations.ts';
import { formatFloat } from './ruby-text.ts';

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

/** Whether a value is an object with named members. */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !isFloat(value) &&
  !(value instanceof EnumLiteral);

/** Serializes a value as Ruby's JSON does; graphql-ruby's messages mostly show the keys of objects without quotes. */
export function serialize(value: unknown, hasQuotedKeys = false): string {
  if (value === undefined || value === null) return 'null';
  if (isInteger(value)) return BigInt(value).toString();
  if (isFloat(value)) return formatFloat(Number(value));
  if (value instanceof EnumLiteral) return JSON.stringify('#<GraphQL::Language::Nodes::Enum>');
  if (Array.isArray(value)) return `[${value.map((item) => serialize(item, hasQuotedKeys)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${hasQuotedKeys ? JSON.stringify(key) : key}:${serialize(member, hasQuotedKeys)}`,
  );
  return `{${members.join(',')}}`;
}

/** Returns the value of a literal; variables are undefined. */
export function valueFromLiteral(node: ValueNode): unknown {
  switch (node.kind) {
    case Kind.INT:
      return Number.isSafeInteger(Number(node.value)) ? Number(node.value) : BigInt(node.value);
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
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, enumsToStrings(valueFromLiteral(value))]),
      );
    case Kind.VARIABLE:
      return undefined;
    default:
      return node.value;
  }
}

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
      return serialize(valueFromLiteral(node));
  }
}

/** Whether a scalar accepts a value; throws SimulatedServerError for values that make the platform fail. */
export type AcceptsValue = (value: unknown) => boolean;

/** What input values are validated against. */
export interface InputRules {
  /** Custom scalars by name; scalars that are not listed accept every value. */
  scalars?: Record<string, AcceptsValue>;
  limits: Pick<RequestLimits, 'maxErrors' | 'maxErrorCharacters'>;
}

const [minInt, maxInt] = [-(2 ** 31), 2 ** 31 - 1];

/** The built-in scalars of GraphQL, with the values that graphql-ruby accepts. */
const builtInScalars: Record<string, AcceptsValue> = {
  Int: (value) => isInteger(value) && value >= minInt && value <= maxInt,
  Float: (value) => isInteger(value) || isFloat(value),
  String: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  ID: (value) => typeof value === 'string' || isInteger(value),
};

/** A problem of an input value: the path to it within the value, and graphql-ruby's explanation. */
interface InputProblem {
  path: (string | number)[];
  explanation: string;
}

const problem = (explanation: string): InputProblem[] => [{ path: [], explanation }];
const atKey = (key: string | number, problems: InputProblem[]): InputProblem[] =>
  problems.map(({ path, explanation }) => ({ path: [key, ...path], explanation }));

/** Collects the problems of items, until there are as many as the limits allow. */
function collectProblems<T>({ limits }: InputRules, items: Iterable<T>, validate: (item: T) => InputProblem[]) {
  const problems: InputProblem[] = [];
  for (const item of items) {
    for (const each of validate(item)) problems.push(each);
    if (problems.length >= limits.maxErrors) return problems.slice(0, limits.maxErrors);
  }
  return problems;
}

/** Validates a value against an input type and returns the first problems, in graphql-ruby's order. */
function validateValue(rules: InputRules, type: GraphQLInputType, value: unknown): InputProblem[] {
  const isNull = value === null || value === undefined;
  if (isNonNullType(type))
    return isNull ? problem('Expected value to not be null') : validateValue(rules, type.ofType, value);
  if (isNull) return [];
  if (isListType(type)) {
    const items: unknown[] = Array.isArray(value) ? value : [value];
    return collectProblems(rules, items.entries(), ([index, item]) =>
      atKey(index, validateValue(rules, type.ofType, item)),
    );
  }
  if (isInputObjectType(type)) return validateObject(rules, type, value);
  if (isScalarType(type)) return validateScalar(rules, type, value);
  const names = type.getValues().map(({ name }) => name);
  return names.includes(value as string)
    ? []
    : problem(`Expected ${serialize(value)} to be one of: ${names.join(', ')}`);
}

function validateScalar({ scalars }: InputRules, { name }: GraphQLScalarType, value: unknown): InputProblem[] {
  const accepts = builtInScalars[name] ?? scalars?.[name];
  return !accepts || accepts(value) ? [] : problem(`Could not coerce value ${serialize(value)} to ${name}`);
}

function validateObject(rules: InputRules, type: GraphQLInputObjectType, value: unknown): InputProblem[] {
  if (!isObject(value)) return problem(`Expected ${serialize(value, true)} to be a key-value object.`);
  const fields = new Map(Object.entries(type.getFields()));
  const presentFields = collectProblems(rules, Object.keys(value), (key) => {
    const field = fields.get(key);
    return atKey(
      key,
      field ? validateValue(rules, field.type, value[key]) : problem(`Field is not defined on ${type.name}`),
    );
  });
  const missingFields = [...fields.values()]
    .filter((field) => isRequiredInputField(field) && !Object.hasOwn(value, field.name))
    .flatMap((field) => atKey(field.name, validateValue(rules, field.type, null)));
  return [...presentFields, ...missingFields];
}

/**
 * Validates the variables of an operation; returns one error per invalid variable, until there are as many errors or
 * characters as the limits allow. Throws SimulatedServerError.
 */
export function validateVariables(
  rules: InputRules,
  schema: GraphQLSchema,
  { variableDefinitions }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): FormattedError[] {
  const errors: FormattedError[] = [];
  let restOfCharacters = rules.limits.maxErrorCharacters;
  for (const node of variableDefinitions!) {
    const name = node.variable.name.value;
    const type = typeFromAST(schema, node.type) as GraphQLInputType;
    const value = Object.hasOwn(variables, name) ? (variables[name] ?? null) : null;
    const problems = validateValue(rules, type, value).filter(({ path, explanation }, index) => {
      restOfCharacters -= path.join('.').length + explanation.length;
      return index === 0 || restOfCharacters > 0;
    });
    if (problems.length === 0) continue;
    const details = problems
      .filter(({ path }) => path.length > 0)
      .map(({ path, explanation }) => `${path.join('.')} (${explanation})`);
    const suffix = details.length > 0 ? ` for ${details.join(', ')}` : '';
    errors.push({
      message: `Variable $${name} of type ${type} was provided invalid value${suffix}`,
      locations: [locationOfNode(node)],
      extensions: { value, problems },
    });
    if (errors.length >= rules.limits.maxErrors || restOfCharacters <= 0) break;
  }
  return errors;
}

/** Why a literal is invalid; graphql-ruby gives an explanation for scalars and enums only. */
export interface LiteralError {
  explanation?: string;
}

/** Returns the first error of a literal; undefined when it is valid. Without a type, every literal is invalid. */
export function validateLiteral(
  rules: InputRules,
  type: GraphQLInputType | undefined,
  node: ValueNode,
): LiteralError | undefined {
  if (node.kind === Kind.NULL) return type && !isNonNullType(type) ? undefined : {};
  if (isNonNullType(type)) return validateLiteral(rules, type.ofType, node);
  if (isListType(type)) {
    const items = node.kind === Kind.LIST ? node.values : [node];
    return firstError(items, (item) => validateLiteral(rules, type.ofType as GraphQLInputType, item));
  }
  if (type && node.kind === Kind.VARIABLE) return undefined;
  if (isScalarType(type) && isConstant(node)) return validateScalar(rules, type, valueFromLiteral(node))[0];
  if (isEnumType(type) && node.kind === Kind.ENUM) return validateValue(rules, type, node.value)[0];
  if (!isInputObjectType(type) || node.kind !== Kind.OBJECT) return {};
  const fields = type.getFields();
  const names = new Set(node.fields.map(({ name }) => name.value));
  if (Object.values(fields).some((field) => isRequiredInputField(field) && !names.has(field.name))) return {};
  return firstError(node.fields, ({ name, value }) => validateLiteral(rules, fields[name.value]?.type, value));
}

function firstError<T>(items: readonly T[], validate: (item: T) => LiteralError | undefined): LiteralError | undefined {
  for (const item of items) {
    const error = validate(item);
    if (error) return error;
  }
  return undefined;
}

// graphql-ruby rejects a scalar literal that contains a variable.
function isConstant(node: ValueNode): boolean {
  if (node.kind === Kind.LIST) return node.values.every(isConstant);
  if (node.kind === Kind.OBJECT) return node.fields.every(({ value }) => isConstant(value));
  return node.kind !== Kind.VARIABLE;
}
