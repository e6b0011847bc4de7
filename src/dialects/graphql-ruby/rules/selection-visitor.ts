import {
  type ASTNode,
  type FieldNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
  Kind,
  type SelectionSetNode,
  getNamedType,
} from 'graphql';
import { ArgumentVisitor } from './argument-visitor.ts';
import { checkUniqueArguments, checkRequiredArguments } from './arguments.ts';
import { FragmentDependencies } from './fragment-dependencies.ts';
import { FieldConflicts, mayConflict } from './field-conflicts.ts';
import { checkFieldIsDefined, checkSelectionSet } from './fields.ts';
import { checkTypeCondition, checkSpreadIsPossible } from './fragments.ts';
import type { ValidationContext } from './validation-context.ts';
import { VariableUsages } from './variable-usages.ts';

/** The walk over selections. What is wrong with a node keeps it from what is below. */
export class SelectionVisitor {
  readonly variableUsages: VariableUsages;
  readonly fragmentDependencies: FragmentDependencies;
  readonly fieldConflicts: FieldConflicts;
  readonly argumentVisitor: ArgumentVisitor;
  readonly #spreads: (() => void)[] = [];

  constructor(readonly context: ValidationContext) {
    this.variableUsages = new VariableUsages(context);
    this.fragmentDependencies = new FragmentDependencies(context);
    this.fieldConflicts = new FieldConflicts(context);
    this.argumentVisitor = new ArgumentVisitor(context, this.variableUsages);
  }

  /** Judges the spreads that were met, which can be done once all fragments are known. */
  checkSpreads(): void {
    for (const spread of this.#spreads) spread();
  }

  visitSelections(set: SelectionSetNode | undefined, parent: ASTNode): void {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) this.#field(node, parent);
      else if (node.kind === Kind.INLINE_FRAGMENT) this.#inline(node);
      else this.#spread(node);
    }
  }

  #field(node: FieldNode, parent: ASTNode): void {
    const { context } = this;
    const field = context.visibleSchema.getField(context.type!, node.name.value);
    const type = field && getNamedType(field.type);
    this.context.withType((node.alias ?? node.name).value, type, () => {
      context.field = field;
      this.argumentVisitor.checkUniqueDirectives(node);
      if (!checkFieldIsDefined(context, node, parent)) return;
      const selections = node.selectionSet?.selections ?? [];
      if (mayConflict(selections)) this.fieldConflicts.checkSelections(selections, type);
      if (!checkSelectionSet(context, node, type)) return;
      checkRequiredArguments(context, node, field);
      checkUniqueArguments(context, node);
      this.argumentVisitor.visitArguments(node.arguments!, node);
      this.argumentVisitor.visitDirectives(node);
      this.visitSelections(node.selectionSet, node);
    });
  }

  #inline(node: InlineFragmentNode): void {
    const { context } = this;
    const name = node.typeCondition?.name.value;
    const type = name === undefined ? context.type : context.visibleSchema.getType(name);
    this.context.withType(name === undefined ? '...' : `... on ${name}`, type, () => {
      this.argumentVisitor.checkUniqueDirectives(node);
      if (!checkTypeCondition(context, node)) return;
      if (type) checkSpreadIsPossible(context, node, context.parentType!, type);
      this.argumentVisitor.visitDirectives(node);
      this.visitSelections(node.selectionSet, node);
    });
  }

  #spread(node: FragmentSpreadNode): void {
    const { context } = this;
    const around = context.type!;
    context.withPath(`... ${node.name.value}`, () => {
      const path = [...context.path];
      this.argumentVisitor.checkUniqueDirectives(node);
      this.#spreads.push(() => {
        const fragment = context.fragments.get(node.name.value);
        const type = fragment && context.visibleSchema.getType(fragment.typeCondition.name.value);
        if (type) checkSpreadIsPossible(context, node, around, type, path);
      });
      this.variableUsages.addSpread(node.name.value);
      this.fragmentDependencies.addSpread(node);
      this.argumentVisitor.visitDirectives(node);
    });
  }
}
