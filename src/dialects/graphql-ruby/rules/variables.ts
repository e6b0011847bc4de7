import {
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  Kind,
  type OperationDefinitionNode,
  type TypeNode,
  type ValueNode,
  type VariableDefinitionNode,
  getNamedType,
  isInputType,
  isListType,
  isNonNullType,
} from 'graphql';
import { SimulatedServerError } from '../../../errors.ts';
import { didYouMeanSuffix } from '../errors/did-you-mean.ts';
import { validateLiteral } from '../input/validate-literal.ts';
import { type ArgumentDefinition, inputTypeFromNode } from '../schema/visible-schema.ts';
import { type ArgumentHolder, type ArgumentOrObjectField, findArgumentOwner, findDuplicates } from './arguments.ts';
import type { ValidationContext } from './validation-context.ts';

const typeNameOf = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : typeNameOf(type.type);

/** Reports variables that are defined more than once. GraphQL specification, 5.8.1 Variable Uniqueness. */
export function checkUniqueVariables(
  context: ValidationContext,
  { variableDefinitions }: OperationDefinitionNode,
): void {
  const variables = variableDefinitions!.map((node) => ({ name: node.variable.name, node }));
  for (const [name, duplicates] of findDuplicates(variables)) {
    context.report({
      message: `There can only be one variable named "${name}"`,
      nodes: duplicates.map(({ node }) => node),
      code: 'variableNotUnique',
      extensions: { variableName: name },
    });
  }
}

/** Reports a variable whose type is not an input type. GraphQL specification, 5.8.2 Variables Are Input Types. */
export function checkVariableType(context: ValidationContext, node: VariableDefinitionNode): void {
  const { visibleSchema } = context;
  const typeName = typeNameOf(node.type);
  const variableName = node.variable.name.value;
  const type = visibleSchema.getType(typeName);
  if (isInputType(type)) return;
  const suggestion = type ? '' : didYouMeanSuffix(typeName, visibleSchema.getTypeNames(isInputType));
  context.report({
    message: `${typeName} isn't a ${type ? 'valid' : 'defined'} input type (on $${variableName})${suggestion}`,
    nodes: node,
    code: 'variableRequiresValidType',
    extensions: { typeName, variableName },
  });
}

/** Reports a default value that is invalid for its variable. GraphQL specification, 5.6.1 Values of Correct Type. */
export function checkDefaultValue(context: ValidationContext, node: VariableDefinitionNode): void {
  if (!node.defaultValue) return;
  const type = inputTypeFromNode(context.visibleSchema, node.type);
  const error = type && validateLiteral(context.inputRules, type, node.defaultValue);
  if (!error) return;
  const variableName = node.variable.name.value;
  context.report({
    message: error.explanation ?? `Default value for $${variableName} doesn't match type ${type}`,
    nodes: node,
    code: 'defaultValueInvalidType',
    extensions: { variableName, typeName: `${type}` },
  });
}

/**
 * Reports variables whose type does not match the argument where they are the value or an item of a list. Throws
 * SimulatedServerError. GraphQL specification, 5.8.5 All Variable Usages Are Allowed.
 */
export function checkVariableUsages(
  context: ValidationContext,
  node: ArgumentOrObjectField,
  holder: ArgumentHolder,
): void {
  const values: readonly ValueNode[] = node.value.kind === Kind.LIST ? node.value.values : [node.value];
  const variables = values.filter((value) => value.kind === Kind.VARIABLE);
  if (variables.length === 0) return;
  if (holder.kind === Kind.OBJECT && !context.parentArgument) {
    throw new SimulatedServerError('The platform fails on a variable inside an argument that is not defined.');
  }
  const owner = findArgumentOwner(context, holder);
  const argument = owner && context.visibleSchema.getArgument(owner, node.name.value);
  if (!argument) return;
  const depth = listDepth(node.value);
  for (const { name } of variables) {
    const definition = context.variableDefinitions.get(name.value);
    if (definition) checkVariableUsage(context, node, argument, definition, depth);
  }
}

function checkVariableUsage(
  context: ValidationContext,
  node: ArgumentOrObjectField,
  argument: ArgumentDefinition,
  definition: VariableDefinitionNode,
  depth: number,
): void {
  const declaredType = inputTypeFromNode(context.visibleSchema, definition.type);
  if (!declaredType) return;
  const hasDefault = definition.defaultValue && !isNonNullType(declaredType);
  const type = wrapInLists(hasDefault ? new GraphQLNonNull(declaredType) : declaredType, depth);
  const expectedType =
    isNonNullType(argument.type) && argument.defaultValue !== undefined ? argument.type.ofType : argument.type;
  const errorMessage = typeMismatch(type, expectedType);
  if (!errorMessage) return;
  const [variableName, argumentName] = [definition.variable.name.value, node.name.value];
  context.report({
    message: `${errorMessage} on variable $${variableName} and argument ${argumentName} (${type} / ${argument.type})`,
    nodes: node,
    code: 'variableMismatch',
    extensions: { variableName, typeName: `${type}`, argumentName, errorMessage },
  });
}

function listDepth(value: ValueNode): number {
  if (value.kind !== Kind.LIST) return 0;
  let depth = 0;
  for (const item of value.values) depth = Math.max(depth, listDepth(item));
  return depth + 1;
}

// A list literal is never null, so its type is non-null.
const wrapInLists = (type: GraphQLInputType, depth: number): GraphQLInputType =>
  depth === 0 ? type : wrapInLists(new GraphQLNonNull(new GraphQLList(type)), depth - 1);

function typeMismatch(type: GraphQLInputType, expected: GraphQLInputType): string | undefined {
  if (getNamedType(type) !== getNamedType(expected)) return 'Type mismatch';
  if (listDimensions(type) !== listDimensions(expected)) return 'List dimension mismatch';
  return isNullabilityCompatible(type, expected) ? undefined : 'Nullability mismatch';
}

function listDimensions(type: GraphQLInputType): number {
  if (isNonNullType(type)) return listDimensions(type.ofType);
  return isListType(type) ? 1 + listDimensions(type.ofType) : 0;
}

function isNullabilityCompatible(type: GraphQLInputType, expected: GraphQLInputType): boolean {
  if (isNonNullType(expected)) return isNonNullType(type) && isNullabilityCompatible(type.ofType, expected.ofType);
  if (isNonNullType(type)) return isNullabilityCompatible(type.ofType, expected);
  return isListType(expected) && isListType(type) ? isNullabilityCompatible(type.ofType, expected.ofType) : true;
}
