import {
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLNamedType,
  type InlineFragmentNode,
  Kind,
  type SelectionSetNode,
  getNamedType,
} from 'graphql';
import type { FieldDefinition, VisibleSchema } from '../schema/visible-schema.ts';
import type { ArgumentValues } from './argument-values.ts';
import { Complexity, type ConnectionCost, type SelectionScope } from './complexity.ts';

/** Receives every field of an operation, also skipped ones; a fragment's fields once for each spread. */
export interface Analyzer {
  enter(node: FieldNode, skipped: boolean): void;
  leave(node: FieldNode, skipped: boolean): void;
}

/** Thrown when the analysis takes longer than the platform allows. */
export class AnalysisTimeoutError extends Error {}

// The platform stops after three seconds.
const maxSelections = 1_000_000;

/** Visits the selections of an operation and computes its depth and complexity. */
export class SelectionAnalysis {
  depth = 0;
  readonly complexity: Complexity;
  #level = 0;
  #visitedSelections = 0;

  constructor(
    readonly visibleSchema: VisibleSchema,
    readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    readonly values: ArgumentValues,
    readonly analyzers: readonly Analyzer[],
    readonly maxPageSize: number,
  ) {
    this.complexity = new Complexity(visibleSchema, (field, nodes) => this.#connectionCost(field, nodes));
  }

  visit(
    selectionSet: SelectionSetNode | undefined,
    type: GraphQLNamedType,
    scope = this.complexity.root,
    parentIsSkipped = false,
  ): void {
    for (const node of selectionSet?.selections ?? []) {
      if (++this.#visitedSelections > maxSelections) throw new AnalysisTimeoutError();
      const skipped = parentIsSkipped || this.values.isSkipped(node);
      if (node.kind === Kind.FIELD) this.#visitField(node, type, scope, skipped);
      else {
        const fragment = this.#fragment(node, type);
        this.visit(fragment.selectionSet, fragment.type, scope, skipped);
      }
    }
  }

  #fragment(
    node: FragmentSpreadNode | InlineFragmentNode,
    outerType: GraphQLNamedType,
  ): { selectionSet: SelectionSetNode; type: GraphQLNamedType } {
    const { selectionSet, typeCondition }: Pick<InlineFragmentNode, 'selectionSet' | 'typeCondition'> =
      node.kind === Kind.INLINE_FRAGMENT ? node : this.fragments.get(node.name.value)!;
    return { selectionSet, type: typeCondition ? this.visibleSchema.getType(typeCondition.name.value)! : outerType };
  }

  #visitField(node: FieldNode, parent: GraphQLNamedType, scope: SelectionScope, skipped: boolean): void {
    const field = this.visibleSchema.getField(parent, node.name.value)!;
    for (const analyzer of this.analyzers) analyzer.enter(node, skipped);
    if (!skipped) this.depth = Math.max(this.depth, ++this.#level);
    const fieldScope = skipped ? scope : this.complexity.enterField(scope, parent, node, field);
    this.visit(node.selectionSet, getNamedType(field.type), fieldScope, skipped);
    if (!skipped) this.#level--;
    for (const analyzer of this.analyzers) analyzer.leave(node, skipped);
  }

  #connectionCost(field: FieldDefinition, nodes: readonly FieldNode[]): ConnectionCost | undefined {
    const type = getNamedType(field.type);
    if (!type.name.endsWith('Connection')) return undefined;
    const pageSizes = ['first', 'last'].flatMap((name) => this.values.integerArgument(nodes[0]!, name) ?? []);
    let metadataCost = 0;
    for (const [parent, subfieldNodes] of this.#subfields(nodes, type)) {
      const name = subfieldNodes[0]!.name.value;
      metadataCost += 1;
      if (name === 'nodes' || name === 'edges') continue;
      const subfield = this.visibleSchema.getField(parent, name)!;
      metadataCost += this.#subfields(subfieldNodes, getNamedType(subfield.type)).length;
    }
    return { pageSize: pageSizes.length > 0 ? Math.max(...pageSizes) : this.maxPageSize, metadataCost };
  }

  /** Returns the selections below field nodes, grouped by the type that they are made on and by response name. */
  #subfields(nodes: readonly FieldNode[], type: GraphQLNamedType): [GraphQLNamedType, FieldNode[]][] {
    const subfields = new Map<string, [GraphQLNamedType, FieldNode[]]>();
    const collect = (selectionSet: SelectionSetNode | undefined, parent: GraphQLNamedType): void => {
      for (const node of selectionSet?.selections ?? []) {
        if (this.values.isSkipped(node)) continue;
        if (node.kind !== Kind.FIELD) {
          const fragment = this.#fragment(node, parent);
          collect(fragment.selectionSet, fragment.type);
          continue;
        }
        const key = `${parent.name} ${(node.alias ?? node.name).value}`;
        const group = subfields.get(key) ?? [parent, []];
        subfields.set(key, group);
        group[1].push(node);
      }
    };
    for (const { selectionSet } of nodes) collect(selectionSet, type);
    return [...subfields.values()];
  }
}
