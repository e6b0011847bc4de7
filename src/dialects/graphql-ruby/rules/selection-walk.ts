import {
  type ASTNode,
  type FieldNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
  Kind,
  type SelectionSetNode,
  getNamedType,
} from 'graphql';
import { ArgumentWalk } from './argument-walk.ts';
import { argumentsAreUnique, requiredAreGiven } from './arguments.ts';
import { Dependencies } from './dependencies.ts';
import { FieldConflicts, mayConflict } from './field-conflicts.ts';
import { fieldIsDefined, selectionsFit } from './fields.ts';
import { conditionFits, spreadIsPossible } from './fragments.ts';
import type { Judgement } from './judgement.ts';
import { UsedVariables } from './used-variables.ts';

/** The walk over selections. What is wrong with a node keeps it from what is below. */
export class SelectionWalk {
  readonly used: UsedVariables;
  readonly dependencies: Dependencies;
  readonly conflicts: FieldConflicts;
  readonly arguments: ArgumentWalk;
  readonly #spreads: (() => void)[] = [];

  constructor(readonly judgement: Judgement) {
    this.used = new UsedVariables(judgement);
    this.dependencies = new Dependencies(judgement);
    this.conflicts = new FieldConflicts(judgement);
    this.arguments = new ArgumentWalk(judgement, this.used);
  }

  /** Judges the spreads that were met, which can be done once all fragments are known. */
  judgeSpreads(): void {
    for (const spread of this.#spreads) spread();
  }

  selections(set: SelectionSetNode | undefined, parent: ASTNode): void {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) this.#field(node, parent);
      else if (node.kind === Kind.INLINE_FRAGMENT) this.#inline(node);
      else this.#spread(node);
    }
  }

  #field(node: FieldNode, parent: ASTNode): void {
    const { judgement } = this;
    const field = judgement.types.field(judgement.type!, node.name.value);
    const type = field && getNamedType(field.type);
    this.judgement.in((node.alias ?? node.name).value, type, () => {
      judgement.field = field;
      this.arguments.directivesAreUnique(node);
      if (!fieldIsDefined(judgement, node, parent)) return;
      const selections = node.selectionSet?.selections ?? [];
      if (mayConflict(selections)) this.conflicts.within(selections, type);
      if (!selectionsFit(judgement, node, type)) return;
      requiredAreGiven(judgement, node, field);
      argumentsAreUnique(judgement, node);
      this.arguments.arguments(node.arguments!, node);
      this.arguments.directives(node);
      this.selections(node.selectionSet, node);
    });
  }

  #inline(node: InlineFragmentNode): void {
    const { judgement } = this;
    const name = node.typeCondition?.name.value;
    const type = name === undefined ? judgement.type : judgement.types.type(name);
    this.judgement.in(name === undefined ? '...' : `... on ${name}`, type, () => {
      this.arguments.directivesAreUnique(node);
      if (!conditionFits(judgement, node)) return;
      if (type) spreadIsPossible(judgement, node, judgement.parentType!, type);
      this.arguments.directives(node);
      this.selections(node.selectionSet, node);
    });
  }

  #spread(node: FragmentSpreadNode): void {
    const { judgement } = this;
    const around = judgement.type!;
    judgement.below(`... ${node.name.value}`, () => {
      const path = [...judgement.path];
      this.arguments.directivesAreUnique(node);
      this.#spreads.push(() => {
        const fragment = judgement.fragments.get(node.name.value);
        const type = fragment && judgement.types.type(fragment.typeCondition.name.value);
        if (type) spreadIsPossible(judgement, node, around, type, path);
      });
      this.used.spread(node.name.value);
      this.dependencies.spread(node);
      this.arguments.directives(node);
    });
  }
}
