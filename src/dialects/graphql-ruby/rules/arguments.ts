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
import { didYouMean } from '../did-you-mean.ts';
import { printed } from '../input-values.ts';
import { refusalOf } from '../literals.ts';
import type { Owner } from '../types.ts';
import type { Judgement } from './judgement.ts';

/** What holds arguments in a document. */
export type Holder = FieldNode | DirectiveNode | ObjectValueNode;
export type GivenArgument = ArgumentNode | ObjectFieldNode;

const kindNames = { [Kind.FIELD]: 'Field', [Kind.DIRECTIVE]: 'Directive', [Kind.OBJECT]: 'InputObject' };

/** What defines the arguments of a holder; undefined where nothing does. */
export function ownerOf(judgement: Judgement, holder: Holder): Owner | undefined {
  if (holder.kind === Kind.FIELD) return judgement.field;
  if (holder.kind === Kind.DIRECTIVE) return judgement.types.schema.getDirective(holder.name.value) ?? undefined;
  const type = judgement.parentArgument && getNamedType(judgement.parentArgument.type);
  return isInputObjectType(type) ? type : undefined;
}

const nameOf = (holder: Holder, owner: Owner): string => {
  if (holder.kind === Kind.FIELD) return (holder.alias ?? holder.name).value;
  return holder.kind === Kind.DIRECTIVE ? holder.name.value : owner.name;
};

/** Each required argument is there. */
export function requiredAreGiven(
  judgement: Judgement,
  node: FieldNode | DirectiveNode,
  owner: Owner | undefined,
): void {
  const required = owner ? judgement.types.required(owner) : [];
  const missing = required.filter(({ name }) => !node.arguments!.some((each) => each.name.value === name));
  if (missing.length === 0) return;
  const [name, names] = [node.name.value, missing.map((each) => each.name).join(', ')];
  const className = kindNames[node.kind];
  judgement.add({
    message: `${className} '${name}' is missing required arguments: ${names}`,
    nodes: node,
    code: 'missingRequiredArguments',
    more: { className, name, arguments: names },
  });
}

/** What is given under the same name more than once, by name. */
export function repeated<T extends { name: { value: string } }>(given: readonly T[]): [string, T[]][] {
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
export function argumentsAreUnique(judgement: Judgement, node: FieldNode | DirectiveNode): void {
  for (const [name, nodes] of repeated(node.arguments!)) {
    const message = `There can be only one argument named "${name}"`;
    judgement.add({ message, nodes, code: 'argumentNotUnique', more: { name } });
  }
}

/** Whether the argument is one that its holder has. */
export function argumentIsDefined(judgement: Judgement, node: GivenArgument, holder: Holder): boolean {
  const owner = ownerOf(judgement, holder);
  const argumentName = node.name.value;
  if (!owner || judgement.types.argument(owner, argumentName)) return true;
  const [name, typeName] = [nameOf(holder, owner), kindNames[holder.kind]];
  const names = judgement.types.arguments(owner).map((each) => each.name);
  judgement.add({
    message: `${typeName} '${name}' doesn't accept argument '${argumentName}'${didYouMean(argumentName, names)}`,
    nodes: node,
    code: 'argumentNotAccepted',
    more: { name, typeName, argumentName },
  });
  return false;
}

/** A literal is one of its argument's type; asked only where nothing was found wrong within it. */
export function literalFits(judgement: Judgement, node: GivenArgument, holder: Holder): void {
  const argumentName = node.name.value;
  if (node.value.kind === Kind.VARIABLE || !judgement.innocent) return;
  const owner = ownerOf(judgement, holder);
  const argument = owner && judgement.types.argument(owner, argumentName);
  if (!argument || !refusalOf(judgement.inputs, argument.type, node.value)) return;
  const typeName = kindNames[holder.kind];
  // Positive infinity is not shown.
  const infinite = node.value.kind === Kind.FLOAT && Number(node.value.value) === Infinity;
  const value = infinite ? '' : ` (${printed(node.value)})`;
  judgement.add({
    message: `Argument '${argumentName}' on ${typeName} '${nameOf(holder, owner)}' has an invalid value${value}. Expected type '${argument.type}'.`,
    nodes: holder,
    code: 'argumentLiteralsIncompatible',
    more: { typeName, argumentName },
  });
}
