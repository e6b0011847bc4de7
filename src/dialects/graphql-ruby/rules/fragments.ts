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
import { didYouMean } from '../did-you-mean.ts';
import type { Judgement } from './judgement.ts';

const hasFields = (type: GraphQLNamedType): boolean => isObjectType(type) || isInterfaceType(type);

/** Whether a fragment's type is there, and is one that has selections. */
export function conditionFits(judgement: Judgement, node: InlineFragmentNode | FragmentDefinitionNode): boolean {
  if (!node.typeCondition) return true;
  const { types } = judgement;
  const typeName = node.typeCondition.name.value;
  const type = types.type(typeName);
  if (!type) {
    const suggestion = didYouMean(typeName, types.names(hasFields));
    const message = `No such type ${typeName}, so it can't be a fragment condition${suggestion}`;
    judgement.add({ message, nodes: node, code: 'undefinedType', more: { typeName } });
  } else if (!isCompositeType(type)) {
    const message = `Invalid fragment on type ${typeName} (must be Union, Interface or Object)`;
    judgement.add({ message, nodes: node, code: 'fragmentOnNonCompositeType', more: { typeName } });
  } else return true;
  return false;
}

/** Some object can be of both the type around a fragment and the type of it. */
export function spreadIsPossible(
  judgement: Judgement,
  node: InlineFragmentNode | FragmentSpreadNode,
  around: GraphQLNamedType,
  type: GraphQLNamedType,
  path?: readonly (string | number)[],
): void {
  if (isUnionType(type) || !isCompositeType(type)) return;
  const possible = judgement.types.possible(around);
  if (judgement.types.possible(type).some((each) => possible.includes(each))) return;
  const name = 'name' in node ? ` ${node.name.value}` : '';
  judgement.add({
    message: `Fragment${name} on ${type.name} can't be spread inside ${around.name}`,
    nodes: node,
    code: 'cannotSpreadFragment',
    more: { typeName: type.name, fragmentName: name || 'unknown', parentName: around.name },
    ...(path && { path }),
  });
}
