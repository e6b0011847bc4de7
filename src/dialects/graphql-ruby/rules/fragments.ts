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
import type { DocumentPath } from './document-path.ts';
import type { ValidationContext } from './validation-context.ts';

const hasFields = (type: GraphQLNamedType): boolean => isObjectType(type) || isInterfaceType(type);

/**
 * Reports a type condition on a type that does not exist or is not composite. GraphQL specification, 5.5.1.2 Fragment
 * Spread Type Existence and 5.5.1.3 Fragments On Composite Types.
 */
export function checkTypeCondition(
  context: ValidationContext,
  node: InlineFragmentNode | FragmentDefinitionNode,
): boolean {
  if (!node.typeCondition) return true;
  const { visibleSchema } = context;
  const typeName = node.typeCondition.name.value;
  const type = visibleSchema.getType(typeName);
  if (!type) {
    const suggestion = didYouMeanSuffix(typeName, visibleSchema.getTypeNames(hasFields));
    const message = `No such type ${typeName}, so it can't be a fragment condition${suggestion}`;
    context.report({ message, nodes: node, code: 'undefinedType', extensions: { typeName } });
  } else if (!isCompositeType(type)) {
    const message = `Invalid fragment on type ${typeName} (must be Union, Interface or Object)`;
    context.report({ message, nodes: node, code: 'fragmentOnNonCompositeType', extensions: { typeName } });
  } else return true;
  return false;
}

/**
 * Reports a fragment when no object can have both its type and the parent type; graphql-ruby accepts every fragment on
 * a union. GraphQL specification, 5.5.2.3 Fragment Spread Is Possible.
 */
export function checkSpreadIsPossible(
  context: ValidationContext,
  node: InlineFragmentNode | FragmentSpreadNode,
  parentType: GraphQLNamedType,
  type: GraphQLNamedType,
  path?: DocumentPath,
): void {
  if (isUnionType(type) || !isCompositeType(type)) return;
  if (context.visibleSchema.areOverlapping(type, parentType)) return;
  const name = 'name' in node ? ` ${node.name.value}` : '';
  context.report({
    message: `Fragment${name} on ${type.name} can't be spread inside ${parentType.name}`,
    nodes: node,
    code: 'cannotSpreadFragment',
    extensions: { typeName: type.name, fragmentName: name || 'unknown', parentName: parentType.name },
    path,
  });
}
