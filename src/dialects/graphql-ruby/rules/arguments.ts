import {
  type ArgumentNode,
  type DirectiveNode,
  type FieldNode,
  Kind,
  type ObjectFieldNode,
  type ObjectValueNode,
  isInputObjectType,
  getNamedType,
} from 'graphql';
import { didYouMeanSuffix } from '../errors/did-you-mean.ts';
import { printLiteral } from '../input/ruby-values.ts';
import { validateLiteral } from '../input/validate-literal.ts';
import type { ArgumentOwner } from '../schema/visible-schema.ts';
import { groupBy } from './group-by.ts';
import type { ValidationContext } from './validation-context.ts';

/** A node with arguments, or an object literal with fields, which graphql-ruby handles like arguments. */
export type ArgumentHolder = FieldNode | DirectiveNode | ObjectValueNode;
export type ArgumentOrObjectField = ArgumentNode | ObjectFieldNode;

const kindNames = { [Kind.FIELD]: 'Field', [Kind.DIRECTIVE]: 'Directive', [Kind.OBJECT]: 'InputObject' };

/** Returns the schema definition of an argument holder; undefined when the schema does not define it. */
export function findArgumentOwner(context: ValidationContext, holder: ArgumentHolder): ArgumentOwner | undefined {
  if (holder.kind === Kind.FIELD) return context.field;
  if (holder.kind === Kind.DIRECTIVE) return context.visibleSchema.schema.getDirective(holder.name.value) ?? undefined;
  const type = context.parentArgument && getNamedType(context.parentArgument.type);
  return isInputObjectType(type) ? type : undefined;
}

const nameOf = (holder: ArgumentHolder, owner: ArgumentOwner): string => {
  if (holder.kind === Kind.FIELD) return (holder.alias ?? holder.name).value;
  return holder.kind === Kind.DIRECTIVE ? holder.name.value : owner.name;
};

/** Reports required arguments that are missing. GraphQL specification, 5.4.2.1 Required Arguments. */
export function checkRequiredArguments(
  context: ValidationContext,
  node: FieldNode | DirectiveNode,
  owner: ArgumentOwner | undefined,
): void {
  const required = owner ? context.visibleSchema.getRequiredArguments(owner) : [];
  const missing = required.filter(({ name }) => !node.arguments!.some((argument) => argument.name.value === name));
  if (missing.length === 0) return;
  const [className, name] = [kindNames[node.kind], node.name.value];
  const missingNames = missing.map((argument) => argument.name).join(', ');
  context.report({
    message: `${className} '${name}' is missing required arguments: ${missingNames}`,
    nodes: node,
    code: 'missingRequiredArguments',
    extensions: { className, name, arguments: missingNames },
  });
}

/** Returns the names that occur more than once, each with its nodes. */
export function findDuplicates<T extends { name: { value: string } }>(nodes: readonly T[]): [string, T[]][] {
  if (nodes.length < 2) return [];
  return [...groupBy(nodes, (node) => node.name.value)].filter(([, group]) => group.length > 1);
}

/** Reports arguments that occur more than once. GraphQL specification, 5.4.2 Argument Uniqueness. */
export function checkUniqueArguments(context: ValidationContext, node: FieldNode | DirectiveNode): void {
  for (const [name, nodes] of findDuplicates(node.arguments!)) {
    const message = `There can be only one argument named "${name}"`;
    context.report({ message, nodes, code: 'argumentNotUnique', extensions: { name } });
  }
}

/**
 * Reports an argument or input object field that its holder does not accept. GraphQL specification, 5.4.1 Argument
 * Names and 5.6.2 Input Object Field Names.
 */
export function checkArgumentIsDefined(
  context: ValidationContext,
  node: ArgumentOrObjectField,
  holder: ArgumentHolder,
): boolean {
  const owner = findArgumentOwner(context, holder);
  const argumentName = node.name.value;
  if (!owner || context.visibleSchema.getArgument(owner, argumentName)) return true;
  const [typeName, name] = [kindNames[holder.kind], nameOf(holder, owner)];
  const suggestion = didYouMeanSuffix(argumentName, [...context.visibleSchema.getArguments(owner).keys()]);
  context.report({
    message: `${typeName} '${name}' doesn't accept argument '${argumentName}'${suggestion}`,
    nodes: node,
    code: 'argumentNotAccepted',
    extensions: { name, typeName, argumentName },
  });
  return false;
}

/**
 * Reports a literal that is invalid for its argument, unless there is already an error inside the literal. GraphQL
 * specification, 5.6.1 Values of Correct Type.
 */
export function checkLiteral(context: ValidationContext, node: ArgumentOrObjectField, holder: ArgumentHolder): void {
  const argumentName = node.name.value;
  if (node.value.kind === Kind.VARIABLE || !context.isValidSoFar) return;
  const owner = findArgumentOwner(context, holder);
  const argument = owner && context.visibleSchema.getArgument(owner, argumentName);
  if (!argument || !validateLiteral(context.inputRules, argument.type, node.value)) return;
  const typeName = kindNames[holder.kind];
  // graphql-ruby does not show an infinite float.
  const isInfinite = node.value.kind === Kind.FLOAT && Number(node.value.value) === Infinity;
  const value = isInfinite ? '' : ` (${printLiteral(node.value)})`;
  context.report({
    message: `Argument '${argumentName}' on ${typeName} '${nameOf(holder, owner)}' has an invalid value${value}. Expected type '${argument.type}'.`,
    nodes: holder,
    code: 'argumentLiteralsIncompatible',
    extensions: { typeName, argumentName },
  });
}
