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

/** Reports a field that its parent type does not define. GraphQL specification, 5.3.1 Field Selections. */
export function checkFieldIsDefined(context: ValidationContext, node: FieldNode, parent: ASTNode): boolean {
  if (context.field) return true;
  const fieldName = node.name.value;
  const type = context.parentType!;
  if (isUnionType(type)) {
    context.report({
      message: `Selections can't be made directly on unions (see selections on ${type.name})`,
      nodes: parent,
      code: 'selectionMismatch',
      extensions: { nodeName: type.name },
    });
  } else {
    const suggestion = didYouMeanSuffix(fieldName, context.visibleSchema.getFieldNames(type));
    context.report({
      message: `Field '${fieldName}' doesn't exist on type '${type.name}'${suggestion}`,
      nodes: node,
      code: 'undefinedField',
      extensions: { typeName: type.name, fieldName },
    });
  }
  return false;
}

/**
 * Reports selections on a leaf type, and missing selections on a composite type. Throws SimulatedServerError. GraphQL
 * specification, 5.3.3 Leaf Field Selections.
 */
export function checkSelectionSet(
  context: ValidationContext,
  node: FieldNode | OperationDefinitionNode,
  type: GraphQLNamedType | undefined,
): boolean {
  if (!type) return true;
  const nodeName = describeNode(node);
  const message = selectionSetMessage(node, nodeName, type);
  if (!message) return true;
  context.report({ message, nodes: node, code: 'selectionMismatch', extensions: { nodeName, typeName: type.name } });
  return false;
}

function selectionSetMessage(
  node: FieldNode | OperationDefinitionNode,
  nodeName: string,
  type: GraphQLNamedType,
): string | undefined {
  const selections = node.selectionSet?.selections ?? [];
  if (isLeafType(type)) {
    if (selections.length === 0) return undefined;
    const kinds = isEnumType(type) ? 'enums' : 'scalars';
    const list = selections.map(describeSelection).join(', ');
    return `Selections can't be made on ${kinds} (${nodeName} returns ${type.name} but has selections [${list}])`;
  }
  // graphql-ruby accepts a union without selections; the result is an empty object.
  if (selections.length > 0 || isUnionType(type)) return undefined;
  return (
    `Field must have selections (${nodeName} returns ${type.name} but has no selections. ` +
    `Did you mean '${node.name?.value ?? ''} { ... }'?)`
  );
}

function describeSelection(selection: SelectionNode): string {
  if (selection.kind !== Kind.INLINE_FRAGMENT) return `"${selection.name.value}"`;
  if (!selection.typeCondition)
    throw new SimulatedServerError('The platform fails on a scalar with an inline fragment without a type condition.');
  return `"... on ${selection.typeCondition.name.value} { ... }"`;
}

function describeNode(node: FieldNode | OperationDefinitionNode): string {
  if (node.kind === Kind.FIELD) return `field '${node.name.value}'`;
  return node.name ? `${node.operation} '${node.name.value}'` : 'anonymous query';
}
