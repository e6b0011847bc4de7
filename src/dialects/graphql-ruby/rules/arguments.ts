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
import type { ValidationContext } from './validation-context.ts';

/** What holds arguments in a document. */
export type ArgumentHolder = FieldNode | DirectiveNode | ObjectValueNode;
export type ArgumentOrObjectField = ArgumentNode | ObjectFieldNode;

const kindNames = { [Kind.FIELD]: 'Field', [Kind.DIRECTIVE]: 'Directive', [Kind.OBJECT]: 'InputObject' };

/** What defines the arguments of a holder; undefined where nothing does. */
export function findArgumentOwner(judgement: ValidationContext, holder: ArgumentHolder): ArgumentOwner | undefined {
  if (holder.kind === Kind.FIELD) return judgement.field;
  if (holder.kind === Kind.DIRECTIVE)
    return judgement.visibleSchema.schema.getDirective(holder.name.value) ?? undefined;
  const type = judgement.parentArgument && getNamedType(judgement.parentArgument.type);
  return isInputObjectType(type) ? type : undefined;
}

const nameOf = (holder: ArgumentHolder, owner: ArgumentOwner): string => {
  if (holder.kind === Kind.FIELD) return (holder.alias ?? holder.name).value;
  return holder.kind === Kind.DIRECTIVE ? holder.name.value : owner.name;
};

/** Each required argument is there. */
export function checkRequiredArguments(
  judgement: ValidationContext,
  node: FieldNode | DirectiveNode,
  owner: ArgumentOwner | undefined,
): void {
  const required = owner ? judgement.visibleSchema.getRequiredArguments(owner) : [];
  const missing = required.filter(({ name }) => !node.arguments!.some((each) => each.name.value === name));
  if (missing.length === 0) return;
  const [name, names] = [node.name.value, missing.map((each) => each.name).join(', ')];
  const className = kindNames[node.kind];
  judgement.report({
    message: `${className} '${name}' is missing required arguments: ${names}`,
    nodes: node,
    code: 'missingRequiredArguments',
    extensions: { className, name, arguments: names },
  });
}

/** What is given under the same name more than once, by name. */
export function findDuplicates<T extends { name: { value: string } }>(given: readonly T[]): [string, T[]][] {
  if (given.length < 2) return [];
  const byName = new Map<string, T[]>();
  for (const each of given) {
    const same = byName.get(each.name.value);
    if (same) same.push(each);
    else byName.set(each.name.value, [each]);
  }
  return [...byName].filter(([, same]) => same.length > 1);
}

/** No argument is given twice. */
export function checkUniqueArguments(judgement: ValidationContext, node: FieldNode | DirectiveNode): void {
  for (const [name, nodes] of findDuplicates(node.arguments!)) {
    const message = `There can be only one argument named "${name}"`;
    judgement.report({ message, nodes, code: 'argumentNotUnique', extensions: { name } });
  }
}

/** Whether the argument is one that its holder has. */
export function checkArgumentIsDefined(
  judgement: ValidationContext,
  node: ArgumentOrObjectField,
  holder: ArgumentHolder,
): boolean {
  const owner = findArgumentOwner(judgement, holder);
  const argumentName = node.name.value;
  if (!owner || judgement.visibleSchema.getArgument(owner, argumentName)) return true;
  const [name, typeName] = [nameOf(holder, owner), kindNames[holder.kind]];
  const names = judgement.visibleSchema.getArguments(owner).map((each) => each.name);
  judgement.report({
    message: `${typeName} '${name}' doesn't accept argument '${argumentName}'${didYouMeanSuffix(argumentName, names)}`,
    nodes: node,
    code: 'argumentNotAccepted',
    extensions: { name, typeName, argumentName },
  });
  return false;
}

/** A literal is one of its argument's type; asked only where nothing was found wrong within it. */
export function checkLiteral(judgement: ValidationContext, node: ArgumentOrObjectField, holder: ArgumentHolder): void {
  const argumentName = node.name.value;
  if (node.value.kind === Kind.VARIABLE || !judgement.isValidSoFar) return;
  const owner = findArgumentOwner(judgement, holder);
  const argument = owner && judgement.visibleSchema.getArgument(owner, argumentName);
  if (!argument || !validateLiteral(judgement.inputRules, argument.type, node.value)) return;
  const typeName = kindNames[holder.kind];
  // Positive infinity is not shown.
  const infinite = node.value.kind === Kind.FLOAT && Number(node.value.value) === Infinity;
  const value = infinite ? '' : ` (${printLiteral(node.value)})`;
  judgement.report({
    message: `Argument '${argumentName}' on ${typeName} '${nameOf(holder, owner)}' has an invalid value${value}. Expected type '${argument.type}'.`,
    nodes: holder,
    code: 'argumentLiteralsIncompatible',
    extensions: { typeName, argumentName },
  });
}
