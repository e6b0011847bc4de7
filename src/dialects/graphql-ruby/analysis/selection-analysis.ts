import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  getNamedType,
} from 'graphql';
import { Complexity, type ConnectionCost, type SelectionScope } from './complexity.ts';
import type { FieldDefinition, VisibleSchema } from '../schema/visible-schema.ts';
import type { ArgumentValues } from './argument-values.ts';

/** What counts the fields of an operation, fragments included wherever they are spread. */
export interface Analyzer {
  /** A field begins; one that is skipped is met all the same. */
  enter(node: FieldNode, skipped: boolean): void;
  leave(node: FieldNode, skipped: boolean): void;
}

/** Thrown when a document has more to count than the platform has time for. */
export class AnalysisTimeoutError extends Error {}

// The platform gives itself three seconds.
const mostSteps = 1_000_000;

/** Goes through an operation as it would be executed, for analyzers, depth and complexity. */
export class SelectionAnalysis {
  depth = 0;
  readonly complexity: Complexity;
  #level = 0;
  #steps = 0;

  constructor(
    readonly types: VisibleSchema,
    readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    readonly values: ArgumentValues,
    readonly analyzers: readonly Analyzer[],
    readonly maxPageSize: number,
  ) {
    this.complexity = new Complexity(types, (field, nodes) => this.#connection(field, nodes));
  }

  visit(
    set: SelectionSetNode | undefined,
    type: GraphQLNamedType,
    scope = this.complexity.root,
    skipped = false,
  ): void {
    for (const node of set?.selections ?? []) {
      if (++this.#steps > mostSteps) throw new AnalysisTimeoutError();
      const leftOut = skipped || this.values.isSkipped(node);
      if (node.kind === Kind.FIELD) this.#field(node, type, scope, leftOut);
      else {
        const { selectionSet, typeCondition } = this.#fragment(node);
        const condition = typeCondition ? this.types.getType(typeCondition.name.value)! : type;
        this.visit(selectionSet, condition, scope, leftOut);
      }
    }
  }

  #fragment(node: Exclude<SelectionNode, FieldNode>): Pick<FragmentDefinitionNode, 'selectionSet'> & {
    typeCondition?: FragmentDefinitionNode['typeCondition'];
  } {
    return node.kind === Kind.INLINE_FRAGMENT ? node : this.fragments.get(node.name.value)!;
  }

  #field(node: FieldNode, parent: GraphQLNamedType, scope: SelectionScope, skipped: boolean): void {
    const field = this.types.getField(parent, node.name.value)!;
    for (const each of this.analyzers) each.enter(node, skipped);
    if (!skipped) this.depth = Math.max(this.depth, ++this.#level);
    const below = skipped ? scope : this.complexity.enterField(scope, parent, node, field);
    this.visit(node.selectionSet, getNamedType(field.type), below, skipped);
    if (!skipped) this.#level--;
    for (const each of this.analyzers) each.leave(node, skipped);
  }

  #connection(field: FieldDefinition, nodes: readonly FieldNode[]): ConnectionCost | undefined {
    const type = getNamedType(field.type);
    if (!type.name.endsWith('Connection')) return undefined;
    const asked = ['first', 'last'].flatMap((name) => this.values.integerArgument(nodes[0]!, name) ?? []);
    return {
      pageSize: asked.length > 0 ? Math.max(...asked) : this.maxPageSize,
      metadataCost: () => {
        let cost = 0;
        for (const [selectedOn, selected] of this.#selected(nodes, type)) {
          const name = selected[0]!.name.value;
          const itself = this.types.getField(selectedOn, name)!;
          cost +=
            name === 'nodes' || name === 'edges' ? 1 : 1 + this.#selected(selected, getNamedType(itself.type)).length;
        }
        return cost;
      },
    };
  }

  /** What is selected below nodes, once for each type and each name in the answer. */
  #selected(nodes: readonly FieldNode[], type: GraphQLNamedType): [GraphQLNamedType, FieldNode[]][] {
    const found = new Map<string, [GraphQLNamedType, FieldNode[]]>();
    const collect = (set: SelectionSetNode | undefined, on: GraphQLNamedType): void => {
      for (const node of set?.selections ?? []) {
        if (this.values.isSkipped(node)) continue;
        if (node.kind !== Kind.FIELD) {
          const { selectionSet, typeCondition } = this.#fragment(node);
          collect(selectionSet, typeCondition ? this.types.getType(typeCondition.name.value)! : on);
          continue;
        }
        const key = `${on.name} ${(node.alias ?? node.name).value}`;
        const known = found.get(key) ?? [on, []];
        found.set(key, known);
        known[1].push(node);
      }
    };
    for (const { selectionSet } of nodes) collect(selectionSet, type);
    return [...found.values()];
  }
}
