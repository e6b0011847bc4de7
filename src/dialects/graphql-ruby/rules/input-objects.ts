import { Kind, type ObjectValueNode, getNamedType, isInputObjectType } from 'graphql';
import type { ArgumentOrObjectField } from './arguments.ts';
import { findDuplicates } from './arguments.ts';
import type { ValidationContext } from './validation-context.ts';

/** An object that is an argument's whole value has every required member. */
export function checkRequiredInputFields(
  judgement: ValidationContext,
  node: ObjectValueNode,
  holder: ArgumentOrObjectField,
): void {
  const outer = judgement.parentArgument && getNamedType(judgement.parentArgument.type);
  const owner = isInputObjectType(outer) ? outer : (judgement.directive ?? judgement.field);
  const argument = owner && judgement.visibleSchema.getArgument(owner, holder.name.value);
  const type = argument && getNamedType(argument.type);
  if (!isInputObjectType(type)) return;
  for (const { name, type: needed } of judgement.visibleSchema.getRequiredArguments(type)) {
    if (node.fields.some((each) => each.name.value === name)) continue;
    judgement.report({
      message: `Argument '${name}' on InputObject '${type.name}' is required. Expected type ${needed}`,
      nodes: node,
      code: 'missingRequiredInputObjectAttribute',
      extensions: { argumentName: name, argumentType: `${needed}`, inputObjectType: type.name },
      path: [...judgement.path, name],
    });
  }
}

/** No member is given twice. */
export function checkUniqueInputFields(judgement: ValidationContext, node: ObjectValueNode): void {
  for (const [name, nodes] of findDuplicates(node.fields)) {
    const message = `There can be only one input field named "${name}"`;
    judgement.report({ message, nodes, code: 'inputFieldNotUnique', extensions: { name } });
  }
}

export const isObject = (node: { kind: Kind }): node is ObjectValueNode => node.kind === Kind.OBJECT;
