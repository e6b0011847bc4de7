import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { isHash, isNumber, isWhole, json, serialized } from './input-values.ts';
import type { Types } from './types.ts';

/** What is wrong with a given value: where in it, and why. */
export interface Problem {
  path: (string | number)[];
  explanation: string;
}

/** Whether a scalar takes a value. Throws Crash for what the platform does not survive. */
export type Takes = (value: unknown) => boolean;

/** What decides about the values of inputs. */
export interface InputRules {
  types: Types;
  /** By the name of the scalar; a scalar that is not named takes everything. */
  scalars: Record<string, Takes>;
}

const [least, most] = [-(2 ** 31), 2 ** 31 - 1];

/** The scalars of GraphQL, as graphql-ruby takes them. */
export const ownScalars: Record<string, Takes> = {
  Int: (value) => isWhole(value) && value >= least && value <= most,
  Float: isNumber,
  String: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  ID: (value) => typeof value === 'string' || isWhole(value),
};

const none: Problem[] = [];
const problem = (explanation: string, path: (string | number)[] = []): Problem[] => [{ path, explanation }];
const under = (key: string | number, problems: Problem[]): Problem[] =>
  problems.map(({ path, explanation }) => ({ path: [key, ...path], explanation }));

/** The problems of a value that is given for a type, in graphql-ruby's words. */
export function problemsOf(rules: InputRules, type: GraphQLInputType, value: unknown): Problem[] {
  const isNull = value === null || value === undefined;
  if (isNonNullType(type)) {
    return isNull ? problem('Expected value to not be null') : problemsOf(rules, type.ofType, value);
  }
  if (isNull) return none;
  if (isListType(type)) return problemsOfList(rules, type.ofType, Array.isArray(value) ? value : [value]);
  if (isInputObjectType(type)) return problemsOfObject(rules, type, value);
  if (!isEnumType(type)) return problemsOfScalar(rules, type, value);
  const names = type.getValues().map(({ name }) => name);
  if (names.includes(value as string)) return none;
  return problem(`Expected ${serialized(value)} to be one of: ${names.join(', ')}`);
}

/** The problems of a value that is given for a scalar. */
export function problemsOfScalar({ scalars }: InputRules, { name }: GraphQLScalarType, value: unknown): Problem[] {
  const takes = ownScalars[name] ?? scalars[name];
  return !takes || takes(value) ? none : problem(`Could not coerce value ${serialized(value)} to ${name}`);
}

function problemsOfList(rules: InputRules, type: GraphQLInputType, values: unknown[]): Problem[] {
  let found = none;
  values.forEach((value, index) => {
    const problems = problemsOf(rules, type, value);
    if (problems.length > 0) found = [...found, ...under(index, problems)];
  });
  return found;
}

function problemsOfObject(rules: InputRules, type: GraphQLInputObjectType, value: unknown): Problem[] {
  if (!isHash(value)) return problem(`Expected ${json(value)} to be a key-value object.`);
  const found: Problem[] = [];
  const members = type.getFields();
  for (const key of Object.keys(value)) {
    const member = Object.hasOwn(members, key) ? members[key] : undefined;
    if (!member) found.push(...problem(`Field is not defined on ${type.name}`, [key]));
    else found.push(...under(key, problemsOf(rules, member.type, value[key])));
  }
  for (const { name, type: needed } of rules.types.required(type)) {
    if (!Object.hasOwn(value, name)) found.push(...under(name, problemsOf(rules, needed, null)));
  }
  return found;
}
