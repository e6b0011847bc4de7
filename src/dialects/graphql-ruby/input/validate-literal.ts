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

/** Why a literal is invalid; graphql-ruby gives an explanation for scalars and enums only. */
export interface LiteralError {
  explanation?: string;
}

const unexplained: LiteralError = {};

/** Returns the first error of a literal; undefined when it is valid. Without a type, every literal is invalid. */
export function validateLiteral(
  rules: InputRules,
  type: GraphQLInputType | undefined,
  node: ValueNode,
): LiteralError | undefined {
  if (!type) return unexplained;
  if (node.kind === Kind.NULL) return isNonNullType(type) ? unexplained : undefined;
  if (isNonNullType(type)) return validateLiteral(rules, type.ofType, node);
  if (isListType(type)) {
    const items = node.kind === Kind.LIST ? node.values : [node];
    return firstError(items, (item) => validateLiteral(rules, type.ofType, item));
  }
  if (node.kind === Kind.VARIABLE) return undefined;
  if (isScalarType(type) && isConstant(node)) return validateScalar(rules, type, valueFromLiteral(node))[0];
  if (isEnumType(type)) return node.kind === Kind.ENUM ? validateInput(rules, type, node.value)[0] : unexplained;
  if (isInputObjectType(type) && node.kind === Kind.OBJECT) return validateObject(rules, type, node);
  return unexplained;
}

function validateObject(
  rules: InputRules,
  type: GraphQLInputObjectType,
  node: ObjectValueNode,
): LiteralError | undefined {
  const names = new Set(node.fields.map(({ name }) => name.value));
  if (rules.visibleSchema.getRequiredArguments(type).some(({ name }) => !names.has(name))) return unexplained;
  return firstError(node.fields, ({ name, value }) =>
    validateLiteral(rules, rules.visibleSchema.getArgument(type, name.value)?.type, value),
  );
}

function firstError<T>(items: readonly T[], validate: (item: T) => LiteralError | undefined): LiteralError | undefined {
  for (const item of items) {
    const error = validate(item);
    if (error) return error;
  }
  return undefined;
}

// graphql-ruby rejects a scalar literal that contains a variable.
function isConstant(node: ValueNode): boolean {
  if (node.kind === Kind.LIST) return node.values.every(isConstant);
  if (node.kind === Kind.OBJECT) return node.fields.every(({ value }) => isConstant(value));
  return node.kind !== Kind.VARIABLE;
}
