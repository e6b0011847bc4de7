import {
  type ASTNode,
  type FieldNode,
  type GraphQLNamedType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  isEnumType,
  isLeafType,
  isUnionType,
} from 'graphql';
import { SimulatedServerError } from '../../../errors.ts';
import { didYouMeanSuffix } from '../errors/did-you-mean.ts';
import type { ValidationContext } from './validation-context.ts';

/** Whether the field is one of its parent's type. */
export function checkFieldIsDefined(judgement: ValidationContext, node: FieldNode, parent: ASTNode): boolean {
  if (judgement.field) return true;
  const name = node.name.value;
  const type = judgement.parentType!;
  if (isUnionType(type)) {
    judgement.report({
      message: `Selections can't be made directly on unions (see selections on ${type.name})`,
      nodes: parent,
      code: 'selectionMismatch',
      extensions: { nodeName: type.name },
    });
    return false;
  }
  judgement.report({
    message: `Field '${name}' doesn't exist on type '${type.name}'${didYouMeanSuffix(name, judgement.visibleSchema.getFieldNames(type))}`,
    nodes: node,
    code: 'undefinedField',
    extensions: { typeName: type.name, fieldName: name },
  });
  return false;
}

/** Whether the field or operation has selections where its type has fields, and only there. */
export function checkSelectionSet(
  judgement: ValidationContext,
  node: FieldNode | OperationDefinitionNode,
  type: GraphQLNamedType | undefined,
): boolean {
  const selections = node.selectionSet?.selections ?? [];
  const because = type && misfit(node, selections, type);
  if (!because) return true;
  const nodeName = nameOf(node);
  judgement.report({
    message: because(nodeName),
    nodes: node,
    code: 'selectionMismatch',
    extensions: { nodeName, typeName: type.name },
  });
  return false;
}

function misfit(
  node: FieldNode | OperationDefinitionNode,
  selections: readonly SelectionNode[],
  type: GraphQLNamedType,
): ((nodeName: string) => string) | undefined {
  if (isLeafType(type)) {
    if (selections.length === 0) return undefined;
    const kinds = isEnumType(type) ? 'enums' : 'scalars';
    const list = selections.map(shown).join(', ');
    return (nodeName) =>
      `Selections can't be made on ${kinds} (${nodeName} returns ${type.name} but has selections [${list}])`;
  }
  // A union may go without: its answer is an empty object then.
  if (selections.length > 0 || isUnionType(type)) return undefined;
  return (nodeName) =>
    `Field must have selections (${nodeName} returns ${type.name} but has no selections. ` +
    `Did you mean '${node.name?.value ?? ''} { ... }'?)`;
}

function shown(selection: SelectionNode): string {
  if (selection.kind !== Kind.INLINE_FRAGMENT) return `"${selection.name.value}"`;
  if (!selection.typeCondition)
    throw new SimulatedServerError('The platform looks for the name of a type condition that is not there.');
  return `"... on ${selection.typeCondition.name.value} { ... }"`;
}

function nameOf(node: FieldNode | OperationDefinitionNode): string {
  if (node.kind === Kind.FIELD) return `field '${node.name.value}'`;
  return node.name ? `${node.operation} '${node.name.value}'` : 'anonymous query';
}
