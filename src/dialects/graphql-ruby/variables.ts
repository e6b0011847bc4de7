import type { OperationDefinitionNode } from 'graphql';
import { type InputRules, problemsOf } from './input-problems.ts';
import { placeOf } from './places.ts';
import type { Told } from './told.ts';
import { inputTypeOf } from './types.ts';

/** Why the given variables are refused for an operation: an error for each variable. Throws Crash. */
export function variableErrors(
  rules: InputRules,
  { variableDefinitions }: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): Told[] {
  const errors: Told[] = [];
  for (const node of variableDefinitions!) {
    const name = node.variable.name.value;
    const type = inputTypeOf(rules.types, node.type)!;
    const value = Object.hasOwn(given, name) ? (given[name] ?? null) : null;
    const problems = problemsOf(rules, type, value);
    if (problems.length === 0) continue;
    const where = problems
      .filter(({ path }) => path.length > 0)
      .map(({ path, explanation }) => `${path.join('.')} (${explanation})`);
    const list = where.length > 0 ? ` for ${where.join(', ')}` : '';
    errors.push({
      message: `Variable $${name} of type ${type} was provided invalid value${list}`,
      locations: [placeOf(node)],
      extensions: { value, problems },
    });
  }
  return errors;
}

/** Variables as graphql-js takes them: a number that was written as a float is a number like any other. */
export function plainVariables<T>(value: T): T {
  if (value instanceof Number) return Number(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const plain = value.map(plainVariables);
    return plain.every((each, index) => each === value[index]) ? value : (plain as T);
  }
  const entries = Object.entries(value).map(([key, each]) => [key, plainVariables(each)] as const);
  const same = entries.every(([key, each]) => each === (value as Record<string, unknown>)[key]);
  return same ? value : (Object.fromEntries(entries) as T);
}
