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
