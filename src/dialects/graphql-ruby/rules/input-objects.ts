import { Kind, type ObjectValueNode, getNamedType, isInputObjectType } from 'graphql';
import type { GivenArgument } from './arguments.ts';
import { repeated } from './arguments.ts';
import type { Judgement } from './judgement.ts';

/** An object that is an argument's whole value has every required member. */
export function requiredMembersAreGiven(judgement: Judgement, node: ObjectValueNode, holder: GivenArgument): void {
  const outer = judgement.parentArgument && getNamedType(judgement.parentArgument.type);
  const owner = isInputObjectType(outer) ? outer : (judgement.directive ?? judgement.field);
  const argument = owner && judgement.types.argument(owner, holder.name.value);
  const type = argument && getNamedType(argument.type);
  if (!isInputObjectType(type)) return;
  for (const { name, type: needed } of judgement.types.required(type)) {
    if (node.fields.some((each) => each.name.value === name)) continue;
    judgement.add({
      message: `Argument '${name}' on InputObject '${type.name}' is required. Expected type ${needed}`,
      nodes: node,
      code: 'missingRequiredInputObjectAttribute',
      more: { argumentName: name, argumentType: `${needed}`, inputObjectType: type.name },
      path: [...judgement.path, name],
    });
  }
}

/** No member is given twice. */
export function membersAreUnique(judgement: Judgement, node: ObjectValueNode): void {
  for (const [name, nodes] of repeated(node.fields)) {
    const message = `There can be only one input field named "${name}"`;
    judgement.add({ message, nodes, code: 'inputFieldNotUnique', more: { name } });
  }
}

export const isObject = (node: { kind: Kind }): node is ObjectValueNode => node.kind === Kind.OBJECT;
