import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { isInputObjectValue, isNumber, isInteger, serializeAsRubyJson, serializeForMessage } from './ruby-values.ts';
import type { VisibleSchema } from '../schema/visible-schema.ts';

/** What is wrong with a given value: where in it, and why. */
export interface InputProblem {
  path: (string | number)[];
  explanation: string;
}

/** Whether a scalar takes a value. Throws Crash for what the platform does not survive. */
export type AcceptsValue = (value: unknown) => boolean;

/** What decides about the values of inputs. */
export interface InputRules {
  visibleSchema: VisibleSchema;
  /** By the name of the scalar; a scalar that is not named takes everything. */
  scalars: Record<string, AcceptsValue>;
}

const [least, most] = [-(2 ** 31), 2 ** 31 - 1];

/** The scalars of GraphQL, as graphql-ruby takes them. */
export const builtInScalars: Record<string, AcceptsValue> = {
  Int: (value) => isInteger(value) && value >= least && value <= most,
  Float: isNumber,
  String: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  ID: (value) => typeof value === 'string' || isInteger(value),
};

const none: InputProblem[] = [];
const problem = (explanation: string, path: (string | number)[] = []): InputProblem[] => [{ path, explanation }];
const under = (key: string | number, problems: InputProblem[]): InputProblem[] =>
  problems.map(({ path, explanation }) => ({ path: [key, ...path], explanation }));

/** The problems of a value that is given for a type, in graphql-ruby's words. */
export function validateInput(rules: InputRules, type: GraphQLInputType, value: unknown): InputProblem[] {
  const isNull = value === null || value === undefined;
  if (isNonNullType(type)) {
    return isNull ? problem('Expected value to not be null') : validateInput(rules, type.ofType, value);
  }
  if (isNull) return none;
  if (isListType(type)) return problemsOfList(rules, type.ofType, Array.isArray(value) ? value : [value]);
  if (isInputObjectType(type)) return problemsOfObject(rules, type, value);
  if (!isEnumType(type)) return validateScalar(rules, type, value);
  const names = type.getValues().map(({ name }) => name);
  if (names.includes(value as string)) return none;
  return problem(`Expected ${serializeForMessage(value)} to be one of: ${names.join(', ')}`);
}

/** The problems of a value that is given for a scalar. */
export function validateScalar({ scalars }: InputRules, { name }: GraphQLScalarType, value: unknown): InputProblem[] {
  const takes = builtInScalars[name] ?? scalars[name];
  return !takes || takes(value) ? none : problem(`Could not coerce value ${serializeForMessage(value)} to ${name}`);
}

function problemsOfList(rules: InputRules, type: GraphQLInputType, values: unknown[]): InputProblem[] {
  let found = none;
  values.forEach((value, index) => {
    const problems = validateInput(rules, type, value);
    if (problems.length > 0) found = [...found, ...under(index, problems)];
  });
  return found;
}

function problemsOfObject(rules: InputRules, type: GraphQLInputObjectType, value: unknown): InputProblem[] {
  if (!isInputObjectValue(value)) return problem(`Expected ${serializeAsRubyJson(value)} to be a key-value object.`);
  const found: InputProblem[] = [];
  const members = type.getFields();
  for (const key of Object.keys(value)) {
    const member = Object.hasOwn(members, key) ? members[key] : undefined;
    if (!member) found.push(...problem(`Field is not defined on ${type.name}`, [key]));
    else found.push(...under(key, validateInput(rules, member.type, value[key])));
  }
  for (const { name, type: needed } of rules.visibleSchema.getRequiredArguments(type)) {
    if (!Object.hasOwn(value, name)) found.push(...under(name, validateInput(rules, needed, null)));
  }
  return found;
}
