import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  Kind,
  type ObjectValueNode,
  type ValueNode,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import { valueFromLiteral } from './ruby-values.ts';
import { type InputRules, validateInput, validateScalar } from './validate-input.ts';

/** Why a literal is refused; graphql-ruby does not always say. */
export interface LiteralError {
  explanation?: string;
}

const refused: LiteralError = {};

const first = ([found]: { explanation: string }[]): LiteralError | undefined => found;

/** What is wrong first with a literal for a type; undefined when it is taken. An unknown type takes nothing. */
export function validateLiteral(
  rules: InputRules,
  type: GraphQLInputType | undefined,
  node: ValueNode,
): LiteralError | undefined {
  if (!type) return refused;
  if (node.kind === Kind.NULL) return isNonNullType(type) ? refused : undefined;
  if (isNonNullType(type)) return validateLiteral(rules, type.ofType, node);
  if (isListType(type))
    return firstOf(node.kind === Kind.LIST ? node.values : [node], (each) => validateLiteral(rules, type.ofType, each));
  if (node.kind === Kind.VARIABLE) return undefined;
  if (isScalarType(type) && isConstant(node)) return first(validateScalar(rules, type, valueFromLiteral(node)));
  if (isEnumType(type)) return node.kind === Kind.ENUM ? first(validateInput(rules, type, node.value)) : refused;
  if (isInputObjectType(type) && node.kind === Kind.OBJECT) return refusalOfObject(rules, type, node);
  return refused;
}

function refusalOfObject(
  rules: InputRules,
  type: GraphQLInputObjectType,
  node: ObjectValueNode,
): LiteralError | undefined {
  const given = new Set(node.fields.map(({ name }) => name.value));
  if (rules.visibleSchema.getRequiredArguments(type).some(({ name }) => !given.has(name))) return refused;
  return firstOf(node.fields, ({ name, value }) =>
    validateLiteral(rules, rules.visibleSchema.getArgument(type, name.value)?.type, value),
  );
}

function firstOf<T>(values: readonly T[], refusal: (value: T) => LiteralError | undefined): LiteralError | undefined {
  for (const value of values) {
    const found = refusal(value);
    if (found) return found;
  }
  return undefined;
}

// A scalar with a variable somewhere in it is refused.
function isConstant(node: ValueNode): boolean {
  if (node.kind === Kind.LIST) return node.values.every(isConstant);
  if (node.kind === Kind.OBJECT) return node.fields.every(({ value }) => isConstant(value));
  return node.kind !== Kind.VARIABLE;
}
