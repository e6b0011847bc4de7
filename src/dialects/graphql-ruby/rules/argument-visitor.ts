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
import { printLiteral } from '../input/ruby-values.ts';
import type { ArgumentDefinition } from '../schema/visible-schema.ts';
import {
  type ArgumentOrObjectField,
  type ArgumentHolder,
  checkArgumentIsDefined,
  checkUniqueArguments,
  checkLiteral,
  checkRequiredArguments,
} from './arguments.ts';
import { type NodeWithDirectives, DirectiveRules } from './directives.ts';
import { checkUniqueInputFields, checkRequiredInputFields } from './input-objects.ts';
import type { ValidationContext } from './validation-context.ts';
import type { VariableUsages } from './variable-usages.ts';
import { checkVariableUsages } from './variables.ts';

/** The walk over directives and arguments, and what is in them. */
export class ArgumentVisitor {
  readonly #directives: DirectiveRules;

  constructor(
    readonly context: ValidationContext,
    readonly variableUsages: VariableUsages,
  ) {
    this.#directives = new DirectiveRules(context);
  }

  checkUniqueDirectives(node: NodeWithDirectives): void {
    if (node.directives?.length) this.#directives.checkUnique(node);
  }

  visitDirectives(parent: NodeWithDirectives): void {
    for (const node of parent.directives ?? []) this.#directive(node, parent);
  }

  #directive(node: DirectiveNode, parent: NodeWithDirectives): void {
    const { context } = this;
    if (!this.#directives.checkIsDefined(node)) return;
    const outer = context.directive;
    context.directive = context.visibleSchema.schema.getDirective(node.name.value)!;
    this.#directives.checkLocation(node, parent);
    checkRequiredArguments(context, node, context.directive);
    checkUniqueArguments(context, node);
    this.visitArguments(node.arguments!, node);
    context.directive = outer;
  }

  visitArguments(nodes: readonly ArgumentOrObjectField[], holder: ArgumentHolder): void {
    for (const node of nodes) this.#argument(node, holder);
  }

  #argument(node: ArgumentOrObjectField, holder: ArgumentHolder): void {
    const { context } = this;
    const outer = context.parentArgument;
    const argument = this.#definition(node);
    context.parentArgument = context.argument;
    context.argument = argument;
    context.withPath(node.name.value, () => {
      if (!checkArgumentIsDefined(context, node, holder)) return;
      checkVariableUsages(context, node, holder);
      const values = parts(node.value);
      for (const value of values) this.#value(value, node, values);
      checkLiteral(context, node, holder);
    });
    context.argument = context.parentArgument;
    context.parentArgument = outer;
  }

  // Below what is no input object, names are looked for among the arguments of the directive or field again.
  #definition({ name: { value: name } }: ArgumentOrObjectField): ArgumentDefinition | undefined {
    const { argument, directive, field, visibleSchema } = this.context;
    if (!argument) {
      const owner = directive ?? field;
      return owner && visibleSchema.getArgument(owner, name);
    }
    const type = getNamedType(argument.type);
    return isInputObjectType(type) ? visibleSchema.getArgument(type, name) : undefined;
  }

  #value(value: ValueNode, node: ArgumentOrObjectField, among: readonly ValueNode[]): void {
    if (value.kind === Kind.VARIABLE) this.variableUsages.addUsage(value);
    if (value.kind !== Kind.OBJECT) return;
    const { argument } = this.context;
    if (!argument || !isListType(getNullableType(argument.type))) return this.#object(value, node);
    // An object is counted where the first one stands that is written alike.
    const text = printLiteral(value);
    const index = among.findIndex((each) => each.kind === Kind.OBJECT && printLiteral(each) === text);
    this.context.withPath(index, () => this.#object(value, node));
  }

  #object(node: ObjectValueNode, holder: ArgumentOrObjectField): void {
    checkRequiredInputFields(this.context, node, holder);
    checkUniqueInputFields(this.context, node);
    this.visitArguments(node.fields, node);
  }
}

const leaves = new Set<Kind>([Kind.INT, Kind.FLOAT, Kind.STRING, Kind.BOOLEAN]);

/** The parts of a value that graphql-ruby has nodes for; lists are none. */
function parts(value: ValueNode): ValueNode[] {
  if (value.kind === Kind.LIST) return value.values.flatMap(parts);
  return leaves.has(value.kind) ? [] : [value];
}
