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
import { checkRequiredArguments, checkUniqueArguments } from './arguments.ts';
import { FieldConflicts, mayConflict } from './field-conflicts.ts';
import { checkFieldIsDefined, checkSelectionSet } from './fields.ts';
import { FragmentDependencies } from './fragment-dependencies.ts';
import { checkSpreadIsPossible, checkTypeCondition } from './fragments.ts';
import type { ValidationContext } from './validation-context.ts';
import { VariableUsages } from './variable-usages.ts';

/** Visits selections and applies the rules to them. Below a node with an error, it visits nothing. */
export class SelectionVisitor {
  readonly variableUsages: VariableUsages;
  readonly fragmentDependencies: FragmentDependencies;
  readonly fieldConflicts: FieldConflicts;
  readonly argumentVisitor: ArgumentVisitor;
  readonly #spreadChecks: (() => void)[] = [];

  constructor(readonly context: ValidationContext) {
    this.variableUsages = new VariableUsages(context);
    this.fragmentDependencies = new FragmentDependencies(context);
    this.fieldConflicts = new FieldConflicts(context);
    this.argumentVisitor = new ArgumentVisitor(context, this.variableUsages);
  }

  /** Checks whether the visited fragment spreads are possible; graphql-ruby does so after all other selections. */
  checkSpreads(): void {
    for (const check of this.#spreadChecks) check();
  }

  visitSelections(selectionSet: SelectionSetNode | undefined, parent: ASTNode): void {
    for (const node of selectionSet?.selections ?? []) {
      if (node.kind === Kind.FIELD) this.#visitField(node, parent);
      else if (node.kind === Kind.INLINE_FRAGMENT) this.#visitInlineFragment(node);
      else this.#visitSpread(node);
    }
  }

  #visitField(node: FieldNode, parent: ASTNode): void {
    const { context } = this;
    const field = context.visibleSchema.getField(context.type!, node.name.value);
    const type = field && getNamedType(field.type);
    context.withType((node.alias ?? node.name).value, type, () => {
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

  #visitInlineFragment(node: InlineFragmentNode): void {
    const { context } = this;
    const name = node.typeCondition?.name.value;
    const type = name === undefined ? context.type : context.visibleSchema.getType(name);
    context.withType(name === undefined ? '...' : `... on ${name}`, type, () => {
      this.argumentVisitor.checkUniqueDirectives(node);
      if (!checkTypeCondition(context, node)) return;
      if (type) checkSpreadIsPossible(context, node, context.parentType!, type);
      this.argumentVisitor.visitDirectives(node);
      this.visitSelections(node.selectionSet, node);
    });
  }

  #visitSpread(node: FragmentSpreadNode): void {
    const { context } = this;
    const name = node.name.value;
    const parentType = context.type!;
    context.withPath(`... ${name}`, () => {
      const { path } = context;
      this.argumentVisitor.checkUniqueDirectives(node);
      this.#spreadChecks.push(() => {
        const fragment = context.fragments.get(name);
        const type = fragment && context.visibleSchema.getType(fragment.typeCondition.name.value);
        if (type) checkSpreadIsPossible(context, node, parentType, type, path);
      });
      this.variableUsages.addSpread(name);
      this.fragmentDependencies.addSpread(node);
      this.argumentVisitor.visitDirectives(node);
    });
  }
}
