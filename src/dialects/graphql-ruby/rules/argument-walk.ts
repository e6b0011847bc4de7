import {
  type DirectiveNode,
  Kind,
  type ObjectValueNode,
  type ValueNode,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { printed } from '../input-values.ts';
import type { Argument } from '../types.ts';
import {
  type GivenArgument,
  type Holder,
  argumentIsDefined,
  argumentsAreUnique,
  literalFits,
  requiredAreGiven,
} from './arguments.ts';
import { type Directed, Directives } from './directives.ts';
import { membersAreUnique, requiredMembersAreGiven } from './input-objects.ts';
import type { Judgement } from './judgement.ts';
import type { UsedVariables } from './used-variables.ts';
import { usagesAreAllowed } from './variables.ts';

/** The walk over directives and arguments, and what is in them. */
export class ArgumentWalk {
  readonly #directives: Directives;

  constructor(
    readonly judgement: Judgement,
    readonly used: UsedVariables,
  ) {
    this.#directives = new Directives(judgement);
  }

  directivesAreUnique(node: Directed): void {
    if (node.directives?.length) this.#directives.areUnique(node);
  }

  directives(parent: Directed): void {
    for (const node of parent.directives ?? []) this.#directive(node, parent);
  }

  #directive(node: DirectiveNode, parent: Directed): void {
    const { judgement } = this;
    if (!this.#directives.isDefined(node)) return;
    const outer = judgement.directive;
    judgement.directive = judgement.types.schema.getDirective(node.name.value)!;
    this.#directives.isInPlace(node, parent);
    requiredAreGiven(judgement, node, judgement.directive);
    argumentsAreUnique(judgement, node);
    this.arguments(node.arguments!, node);
    judgement.directive = outer;
  }

  arguments(nodes: readonly GivenArgument[], holder: Holder): void {
    for (const node of nodes) this.#argument(node, holder);
  }

  #argument(node: GivenArgument, holder: Holder): void {
    const { judgement } = this;
    const outer = judgement.parentArgument;
    const argument = this.#definition(node);
    judgement.parentArgument = judgement.argument;
    judgement.argument = argument;
    judgement.below(node.name.value, () => {
      if (!argumentIsDefined(judgement, node, holder)) return;
      usagesAreAllowed(judgement, node, holder);
      const values = parts(node.value);
      for (const value of values) this.#value(value, node, values);
      literalFits(judgement, node, holder);
    });
    judgement.argument = judgement.parentArgument;
    judgement.parentArgument = outer;
  }

  // Below what is no input object, names are looked for among the arguments of the directive or field again.
  #definition({ name: { value: name } }: GivenArgument): Argument | undefined {
    const { argument, directive, field, types } = this.judgement;
    if (!argument) {
      const owner = directive ?? field;
      return owner && types.argument(owner, name);
    }
    const type = getNamedType(argument.type);
    return isInputObjectType(type) ? types.argument(type, name) : undefined;
  }

  #value(value: ValueNode, node: GivenArgument, among: readonly ValueNode[]): void {
    if (value.kind === Kind.VARIABLE) this.used.use(value);
    if (value.kind !== Kind.OBJECT) return;
    const { argument } = this.judgement;
    if (!argument || !isListType(getNullableType(argument.type))) return this.#object(value, node);
    // An object is counted where the first one stands that is written alike.
    const text = printed(value);
    const index = among.findIndex((each) => each.kind === Kind.OBJECT && printed(each) === text);
    this.judgement.below(index, () => this.#object(value, node));
  }

  #object(node: ObjectValueNode, holder: GivenArgument): void {
    requiredMembersAreGiven(this.judgement, node, holder);
    membersAreUnique(this.judgement, node);
    this.arguments(node.fields, node);
  }
}

const leaves = new Set<Kind>([Kind.INT, Kind.FLOAT, Kind.STRING, Kind.BOOLEAN]);

/** The parts of a value that graphql-ruby has nodes for; lists are none. */
function parts(value: ValueNode): ValueNode[] {
  if (value.kind === Kind.LIST) return value.values.flatMap(parts);
  return leaves.has(value.kind) ? [] : [value];
}
