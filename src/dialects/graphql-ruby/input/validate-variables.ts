import type { OperationDefinitionNode } from 'graphql';
import { type InputRules, validateInput } from './validate-input.ts';
import { locationOfNode } from '../errors/source-location.ts';
import type { FormattedError } from '../errors/formatted-error.ts';
import { inputTypeFromNode } from '../schema/visible-schema.ts';

/** Why the given variables are refused for an operation: an error for each variable. Throws Crash. */
export function validateVariables(
  rules: InputRules,
  { variableDefinitions }: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): FormattedError[] {
  const errors: FormattedError[] = [];
  for (const node of variableDefinitions!) {
    const name = node.variable.name.value;
    const type = inputTypeFromNode(rules.visibleSchema, node.type)!;
    const value = Object.hasOwn(given, name) ? (given[name] ?? null) : null;
    const problems = validateInput(rules, type, value);
    if (problems.length === 0) continue;
    const where = problems
      .filter(({ path }) => path.length > 0)
      .map(({ path, explanation }) => `${path.join('.')} (${explanation})`);
    const list = where.length > 0 ? ` for ${where.join(', ')}` : '';
    errors.push({
      message: `Variable $${name} of type ${type} was provided invalid value${list}`,
      locations: [locationOfNode(node)],
      extensions: { value, problems },
    });
  }
  return errors;
}
