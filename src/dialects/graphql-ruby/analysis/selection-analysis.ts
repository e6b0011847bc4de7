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
import { type RequestLimits, StepCounter, ValidationStoppedError, tooLargeMessage } from '../limits.ts';
import type { ArgumentValues } from './argument-values.ts';
import { Complexity, type ConnectionCost, type SelectionScope } from './complexity.ts';

/** Receives every field of an operation, also skipped ones; a fragment's fields once for each spread. */
export interface Analyzer {
  enter(node: FieldNode, skipped: boolean): void;
  leave(node: FieldNode, skipped: boolean): void;
}

// A visit takes longer than other steps.
const stepsPerVisit = 2;

/** Visits the selections of an operation and computes its depth and complexity. */
export class SelectionAnalysis {
  depth = 0;
  readonly complexity: Complexity;
  #level = 0;
  #nesting = 0;
  readonly #steps: StepCounter;

  constructor(
    readonly visibleSchema: VisibleSchema,
    readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    readonly values: ArgumentValues,
    readonly analyzers: readonly Analyzer[],
    readonly maxPageSize: number,
    readonly limits: RequestLimits,
  ) {
    this.#steps = new StepCounter(limits.maxSteps);
    this.complexity = new Complexity(visibleSchema, this.#steps, (field, nodes) => this.#connectionCost(field, nodes));
  }

  visit(
    selectionSet: SelectionSetNode | undefined,
    type: GraphQLNamedType,
    scope = this.complexity.root,
    parentIsSkipped = false,
  ): void {
    if (++this.#nesting > this.limits.maxNesting) throw new ValidationStoppedError({ message: tooLargeMessage });
    for (const node of selectionSet?.selections ?? []) {
      this.#steps.add(stepsPerVisit);
      const skipped = parentIsSkipped || this.values.isSkipped(node);
      if (node.kind === Kind.FIELD) this.#visitField(node, type, scope, skipped);
      else {
        const fragment = this.#fragment(node, type);
        this.visit(fragment.selectionSet, fragment.type, scope, skipped);
      }
    }
    this.#nesting--;
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
    const groups: [GraphQLNamedType, FieldNode[]][] = [];
    const groupsByType = new Map<GraphQLNamedType, Map<string, FieldNode[]>>();
    const collect = (selectionSet: SelectionSetNode | undefined, parent: GraphQLNamedType): void => {
      for (const node of selectionSet?.selections ?? []) {
        this.#steps.add(1);
        if (this.values.isSkipped(node)) continue;
        if (node.kind !== Kind.FIELD) {
          const fragment = this.#fragment(node, parent);
          collect(fragment.selectionSet, fragment.type);
          continue;
        }
        const groupsByName = groupsByType.get(parent) ?? new Map<string, FieldNode[]>();
        groupsByType.set(parent, groupsByName);
        const responseName = (node.alias ?? node.name).value;
        const group = groupsByName.get(responseName) ?? [];
        if (group.push(node) > 1) continue;
        groupsByName.set(responseName, group);
        groups.push([parent, group]);
      }
    };
    for (const { selectionSet } of nodes) collect(selectionSet, type);
    return groups;
  }
}
