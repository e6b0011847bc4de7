import {
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLNamedType,
  type InlineFragmentNode,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { didYouMeanSuffix } from '../errors/did-you-mean.ts';
import type { ValidationContext } from './validation-context.ts';

const hasFields = (type: GraphQLNamedType): boolean => isObjectType(type) || isInterfaceType(type);

/** Whether a fragment's type is there, and is one that has selections. */
export function checkTypeCondition(
  judgement: ValidationContext,
  node: InlineFragmentNode | FragmentDefinitionNode,
): boolean {
  if (!node.typeCondition) return true;
  const { visibleSchema } = judgement;
  const typeName = node.typeCondition.name.value;
  const type = visibleSchema.getType(typeName);
  if (!type) {
    const suggestion = didYouMeanSuffix(typeName, visibleSchema.getTypeNames(hasFields));
    const message = `No such type ${typeName}, so it can't be a fragment condition${suggestion}`;
    judgement.report({ message, nodes: node, code: 'undefinedType', extensions: { typeName } });
  } else if (!isCompositeType(type)) {
    const message = `Invalid fragment on type ${typeName} (must be Union, Interface or Object)`;
    judgement.report({ message, nodes: node, code: 'fragmentOnNonCompositeType', extensions: { typeName } });
  } else return true;
  return false;
}

/** Some object can be of both the type around a fragment and the type of it. */
export function checkSpreadIsPossible(
  judgement: ValidationContext,
  node: InlineFragmentNode | FragmentSpreadNode,
  around: GraphQLNamedType,
  type: GraphQLNamedType,
  path?: readonly (string | number)[],
): void {
  if (isUnionType(type) || !isCompositeType(type)) return;
  const possible = judgement.visibleSchema.getPossibleTypes(around);
  if (judgement.visibleSchema.getPossibleTypes(type).some((each) => possible.includes(each))) return;
  const name = 'name' in node ? ` ${node.name.value}` : '';
  judgement.report({
    message: `Fragment${name} on ${type.name} can't be spread inside ${around.name}`,
    nodes: node,
    code: 'cannotSpreadFragment',
    extensions: { typeName: type.name, fragmentName: name || 'unknown', parentName: around.name },
    ...(path && { path }),
  });
}
