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
  type ArgumentHolder,
  type ArgumentOrObjectField,
  checkArgumentIsDefined,
  checkLiteral,
  checkRequiredArguments,
  checkUniqueArguments,
} from './arguments.ts';
import { DirectiveRules, type NodeWithDirectives } from './directives.ts';
import { checkRequiredInputFields, checkUniqueInputFields } from './input-objects.ts';
import type { ValidationContext } from './validation-context.ts';
import type { VariableUsages } from './variable-usages.ts';
import { checkVariableUsages } from './variables.ts';

/** Visits directives, arguments and the values in them. */
export class ArgumentVisitor {
  readonly #directiveRules: DirectiveRules;

  constructor(
    readonly context: ValidationContext,
    readonly variableUsages: VariableUsages,
  ) {
    this.#directiveRules = new DirectiveRules(context);
  }

  checkUniqueDirectives(node: NodeWithDirectives): void {
    if (node.directives?.length) this.#directiveRules.checkUnique(node.directives);
  }

  visitDirectives(parent: NodeWithDirectives): void {
    for (const node of parent.directives ?? []) this.#visitDirective(node, parent);
  }

  #visitDirective(node: DirectiveNode, parent: NodeWithDirectives): void {
    const { context } = this;
    const directive = this.#directiveRules.findDefinition(node);
    if (!directive) return;
    const outerDirective = context.directive;
    context.directive = directive;
    this.#directiveRules.checkLocation(node, directive, parent);
    checkRequiredArguments(context, node, directive);
    checkUniqueArguments(context, node);
    this.visitArguments(node.arguments!, node);
    context.directive = outerDirective;
  }

  visitArguments(nodes: readonly ArgumentOrObjectField[], holder: ArgumentHolder): void {
    for (const node of nodes) this.#visitArgument(node, holder);
  }

  #visitArgument(node: ArgumentOrObjectField, holder: ArgumentHolder): void {
    const { context } = this;
    const outerArgument = context.parentArgument;
    const argument = this.#findDefinition(node);
    context.parentArgument = context.argument;
    context.argument = argument;
    context.withPath(node.name.value, () => {
      if (!checkArgumentIsDefined(context, node, holder)) return;
      checkVariableUsages(context, node, holder);
      this.#visitValues(flattenLists(node.value), node);
      checkLiteral(context, node, holder);
    });
    context.argument = context.parentArgument;
    context.parentArgument = outerArgument;
  }

  // Inside an argument that the schema does not define, graphql-ruby looks names up in the directive or field again.
  #findDefinition({ name: { value: name } }: ArgumentOrObjectField): ArgumentDefinition | undefined {
    const { argument, directive, field, visibleSchema } = this.context;
    if (!argument) {
      const owner = directive ?? field;
      return owner && visibleSchema.getArgument(owner, name);
    }
    const type = getNamedType(argument.type);
    return isInputObjectType(type) ? visibleSchema.getArgument(type, name) : undefined;
  }

  #visitValues(values: readonly ValueNode[], node: ArgumentOrObjectField): void {
    const { argument } = this.context;
    const isInList = argument !== undefined && isListType(getNullableType(argument.type));
    const indexByText = new Map<string, number>();
    for (const [index, value] of values.entries()) {
      if (value.kind === Kind.VARIABLE) this.variableUsages.addUsage(value);
      if (value.kind !== Kind.OBJECT) continue;
      if (!isInList) {
        this.#visitObject(value, node);
        continue;
      }
      // The path of an object in a list has the index of the first object that is printed alike.
      const text = printLiteral(value);
      const firstIndex = indexByText.get(text) ?? index;
      indexByText.set(text, firstIndex);
      this.context.withPath(firstIndex, () => this.#visitObject(value, node));
    }
  }

  #visitObject(node: ObjectValueNode, holder: ArgumentOrObjectField): void {
    checkRequiredInputFields(this.context, node, holder);
    checkUniqueInputFields(this.context, node);
    this.visitArguments(node.fields, node);
  }
}

const leafKinds = new Set<Kind>([Kind.INT, Kind.FLOAT, Kind.STRING, Kind.BOOLEAN]);

/** Returns the values that graphql-ruby visits: the items of lists instead of the lists, and no scalars. */
function flattenLists(value: ValueNode, items: ValueNode[] = []): ValueNode[] {
  if (value.kind === Kind.LIST) for (const item of value.values) flattenLists(item, items);
  else if (!leafKinds.has(value.kind)) items.push(value);
  return items;
}
