import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { isInputObjectValue, isInteger, isNumber, serializeAsRubyJson, serializeForMessage } from './ruby-values.ts';
import type { RequestLimits } from '../limits.ts';
import type { VisibleSchema } from '../schema/visible-schema.ts';

/** A problem of an input value: the path to it within the value, and graphql-ruby's explanation. */
export interface InputProblem {
  path: (string | number)[];
  explanation: string;
}

/** Whether a scalar accepts a value; throws SimulatedServerError for values that make the platform fail. */
export type AcceptsValue = (value: unknown) => boolean;

/** What input values are validated against. */
export interface InputRules {
  visibleSchema: VisibleSchema;
  /** Custom scalars by name; scalars that are not listed accept every value. */
  scalars: Record<string, AcceptsValue>;
  limits: Pick<RequestLimits, 'maxErrors' | 'maxErrorCharacters'>;
}

const [minInt, maxInt] = [-(2 ** 31), 2 ** 31 - 1];

/** The built-in scalars of GraphQL, with the values that graphql-ruby accepts. */
const builtInScalars: Record<string, AcceptsValue> = {
  Int: (value) => isInteger(value) && value >= minInt && value <= maxInt,
  Float: isNumber,
  String: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  ID: (value) => typeof value === 'string' || isInteger(value),
};

const problem = (explanation: string, path: (string | number)[] = []): InputProblem[] => [{ path, explanation }];
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
export function validateInput(rules: InputRules, type: GraphQLInputType, value: unknown): InputProblem[] {
  const isNull = value === null || value === undefined;
  if (isNonNullType(type)) {
    return isNull ? problem('Expected value to not be null') : validateInput(rules, type.ofType, value);
  }
  if (isNull) return [];
  if (isListType(type)) {
    const items: unknown[] = Array.isArray(value) ? value : [value];
    return collectProblems(rules, items.entries(), ([index, item]) =>
      atKey(index, validateInput(rules, type.ofType, item)),
    );
  }
  if (isInputObjectType(type)) return validateInputObject(rules, type, value);
  if (!isEnumType(type)) return validateScalar(rules, type, value);
  const names = type.getValues().map(({ name }) => name);
  if (names.includes(value as string)) return [];
  return problem(`Expected ${serializeForMessage(value)} to be one of: ${names.join(', ')}`);
}

/** Validates a value against a scalar. */
export function validateScalar({ scalars }: InputRules, { name }: GraphQLScalarType, value: unknown): InputProblem[] {
  const accepts = builtInScalars[name] ?? scalars[name];
  if (!accepts || accepts(value)) return [];
  return problem(`Could not coerce value ${serializeForMessage(value)} to ${name}`);
}

function validateInputObject(rules: InputRules, type: GraphQLInputObjectType, value: unknown): InputProblem[] {
  if (!isInputObjectValue(value)) return problem(`Expected ${serializeAsRubyJson(value)} to be a key-value object.`);
  const fields = type.getFields();
  const presentFields = collectProblems(rules, Object.keys(value), (key) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (!field) return problem(`Field is not defined on ${type.name}`, [key]);
    return atKey(key, validateInput(rules, field.type, value[key]));
  });
  const missingFields = rules.visibleSchema
    .getRequiredArguments(type)
    .filter(({ name }) => !Object.hasOwn(value, name))
    .flatMap((field) => atKey(field.name, validateInput(rules, field.type, null)));
  return [...presentFields, ...missingFields];
}
