import type { OperationDefinitionNode } from 'graphql';
import type { FormattedError } from '../errors/formatted-error.ts';
import { locationOfNode } from '../errors/source-location.ts';
import { inputTypeFromNode } from '../schema/visible-schema.ts';
import { type InputRules, validateInput } from './validate-input.ts';

/**
 * Validates the variables of an operation; returns one error per invalid variable, until there are as many errors or characters
 * as the limits allow. Throws SimulatedServerError.
 */
export function validateVariables(
  rules: InputRules,
  { variableDefinitions }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): FormattedError[] {
  const errors: FormattedError[] = [];
  let restOfCharacters = rules.limits.maxErrorCharacters;
  for (const node of variableDefinitions!) {
    const name = node.variable.name.value;
    const type = inputTypeFromNode(rules.visibleSchema, node.type)!;
    const value = Object.hasOwn(variables, name) ? (variables[name] ?? null) : null;
    const allProblems = validateInput(rules, type, value);
    if (allProblems.length === 0) continue;
    const problems = allProblems.filter(({ path, explanation }, index) => {
      restOfCharacters -= path.join('.').length + explanation.length;
      return index === 0 || restOfCharacters > 0;
    });
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
