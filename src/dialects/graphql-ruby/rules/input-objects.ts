import { type ObjectValueNode, getNamedType, isInputObjectType } from 'graphql';
import { type ArgumentOrObjectField, findDuplicates } from './arguments.ts';
import type { ValidationContext } from './validation-context.ts';

/** Reports required fields that an input object lacks. GraphQL specification, 5.6.4 Input Object Required Fields. */
export function checkRequiredInputFields(
  context: ValidationContext,
  node: ObjectValueNode,
  holder: ArgumentOrObjectField,
): void {
  const parentType = context.parentArgument && getNamedType(context.parentArgument.type);
  const owner = isInputObjectType(parentType) ? parentType : (context.directive ?? context.field);
  const argument = owner && context.visibleSchema.getArgument(owner, holder.name.value);
  const inputType = argument && getNamedType(argument.type);
  if (!isInputObjectType(inputType)) return;
  for (const { name, type } of context.visibleSchema.getRequiredArguments(inputType)) {
    if (node.fields.some((field) => field.name.value === name)) continue;
    context.report({
      message: `Argument '${name}' on InputObject '${inputType.name}' is required. Expected type ${type}`,
      nodes: node,
      code: 'missingRequiredInputObjectAttribute',
      extensions: { argumentName: name, argumentType: `${type}`, inputObjectType: inputType.name },
      path: context.path.child(name),
    });
  }
}

/** Reports fields that occur more than once. GraphQL specification, 5.6.3 Input Object Field Uniqueness. */
export function checkUniqueInputFields(context: ValidationContext, node: ObjectValueNode): void {
  for (const [name, nodes] of findDuplicates(node.fields)) {
    const message = `There can be only one input field named "${name}"`;
    context.report({ message, nodes, code: 'inputFieldNotUnique', extensions: { name } });
  }
}
