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
import { type ArgumentDefinition, type ArgumentOwner, inputTypeFromNode } from '../schema/visible-schema.ts';
import { type ArgumentOrObjectField, type ArgumentHolder, findArgumentOwner, findDuplicates } from './arguments.ts';
import type { ValidationContext } from './validation-context.ts';

const nameOfType = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : nameOfType(type.type);

/** No variable is defined twice. */
export function checkUniqueVariables(
  judgement: ValidationContext,
  { variableDefinitions }: OperationDefinitionNode,
): void {
  const named = variableDefinitions!.map((node) => ({ name: node.variable.name, node }));
  for (const [name, same] of findDuplicates(named)) {
    judgement.report({
      message: `There can only be one variable named "${name}"`,
      nodes: same.map(({ node }) => node),
      code: 'variableNotUnique',
      extensions: { variableName: name },
    });
  }
}

/** A variable's type is one of inputs. */
export function checkVariableType(judgement: ValidationContext, node: VariableDefinitionNode): void {
  const typeName = nameOfType(node.type);
  const variableName = node.variable.name.value;
  const type = judgement.visibleSchema.getType(typeName);
  if (type && isInputType(type)) return;
  const message = type
    ? `${typeName} isn't a valid input type (on $${variableName})`
    : `${typeName} isn't a defined input type (on $${variableName})${didYouMeanSuffix(typeName, judgement.visibleSchema.getTypeNames(isInputType))}`;
  judgement.report({ message, nodes: node, code: 'variableRequiresValidType', extensions: { typeName, variableName } });
}

/** A default value is one of the variable's type. */
export function checkDefaultValue(judgement: ValidationContext, node: VariableDefinitionNode): void {
  if (!node.defaultValue) return;
  const type = inputTypeFromNode(judgement.visibleSchema, node.type);
  const refusal = type && validateLiteral(judgement.inputRules, type, node.defaultValue);
  if (!refusal) return;
  const variableName = node.variable.name.value;
  judgement.report({
    message: refusal.explanation ?? `Default value for $${variableName} doesn't match type ${type}`,
    nodes: node,
    code: 'defaultValueInvalidType',
    extensions: { variableName, typeName: `${type}` },
  });
}

/** Variables that are an argument's value, or stand in its list, are of its type. */
export function checkVariableUsages(
  judgement: ValidationContext,
  node: ArgumentOrObjectField,
  holder: ArgumentHolder,
): void {
  const values: readonly ValueNode[] = node.value.kind === Kind.LIST ? node.value.values : [node.value];
  const variables = values.flatMap((value) => (value.kind === Kind.VARIABLE ? [value] : []));
  if (variables.length === 0) return;
  if (holder.kind === Kind.OBJECT && !judgement.parentArgument) {
    throw new SimulatedServerError('The platform looks for the type of an argument that is not there.');
  }
  const owner = findArgumentOwner(judgement, holder);
  const argument = owner && judgement.visibleSchema.getArgument(owner as ArgumentOwner, node.name.value);
  for (const { name } of variables) {
    const definition = judgement.variableDefinitions.get(name.value);
    if (definition && argument) usageIsAllowed(judgement, node, argument, definition);
  }
}

function usageIsAllowed(
  judgement: ValidationContext,
  node: ArgumentOrObjectField,
  argument: ArgumentDefinition,
  definition: VariableDefinitionNode,
): void {
  const declared = inputTypeFromNode(judgement.visibleSchema, definition.type);
  if (!declared) return;
  const present = definition.defaultValue && !isNonNullType(declared) ? new GraphQLNonNull(declared) : declared;
  const type = inLists(present, depthOf(node.value));
  const expected =
    isNonNullType(argument.type) && argument.defaultValue !== undefined ? argument.type.ofType : argument.type;
  const errorMessage = mismatch(type, expected);
  if (!errorMessage) return;
  const [variableName, argumentName] = [definition.variable.name.value, node.name.value];
  judgement.report({
    message: `${errorMessage} on variable $${variableName} and argument ${argumentName} (${type} / ${argument.type})`,
    nodes: node,
    code: 'variableMismatch',
    extensions: { variableName, typeName: `${type}`, argumentName, errorMessage },
  });
}

const depthOf = (value: ValueNode): number =>
  value.kind === Kind.LIST ? 1 + Math.max(0, ...value.values.map(depthOf)) : 0;

// A list that is written is not null.
const inLists = (type: GraphQLInputType, depth: number): GraphQLInputType =>
  depth === 0 ? type : inLists(new GraphQLNonNull(new GraphQLList(type)), depth - 1);

function mismatch(type: GraphQLInputType, expected: GraphQLInputType): string | undefined {
  if (getNamedType(type) !== getNamedType(expected)) return 'Type mismatch';
  if (dimensions(type) !== dimensions(expected)) return 'List dimension mismatch';
  return isNullable(type, expected) ? undefined : 'Nullability mismatch';
}

function dimensions(type: GraphQLInputType): number {
  if (isNonNullType(type)) return dimensions(type.ofType);
  return isListType(type) ? 1 + dimensions(type.ofType) : 0;
}

function isNullable(type: GraphQLInputType, expected: GraphQLInputType): boolean {
  if (isNonNullType(expected)) return isNonNullType(type) && isNullable(type.ofType, expected.ofType);
  if (isNonNullType(type)) return isNullable(type.ofType, expected);
  return isListType(expected) && isListType(type) ? isNullable(type.ofType, expected.ofType) : true;
}
