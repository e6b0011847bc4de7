import { type FieldNode, type GraphQLNamedType, isAbstractType } from 'graphql';
import type { FieldDefinition, VisibleSchema } from '../schema/visible-schema.ts';

/** What graphql-ruby counts of a connection besides its items. */
export interface ConnectionCost {
  /** Items that a page may have. */
  pageSize: number;
  /** The cost of what is selected on the connection itself. */
  metadataCost(nodes: readonly FieldNode[]): number;
}

/** The fields of an answer by the type that they are selected on, and by their names in the answer. */
export class SelectionScope {
  readonly types = new Map<GraphQLNamedType, Map<string, SelectionScope>>();
  readonly nodes: FieldNode[] = [];

  constructor(
    readonly id: number,
    readonly field: FieldDefinition | undefined,
  ) {}
}

/** How costly the answer can become: the costliest type counts where several are possible. */
export class Complexity {
  readonly root = new SelectionScope(0, undefined);
  readonly #known = new Map<string, number>();
  #count = 0;

  constructor(
    readonly types: VisibleSchema,
    /** The connection that a field with these nodes is, if it is one. */
    readonly connectionCostOf: (field: FieldDefinition, nodes: readonly FieldNode[]) => ConnectionCost | undefined,
  ) {}

  get total(): number {
    return this.#ofScopes([this.root]);
  }

  /** The scope of a field within another; selected once more when it is there already. */
  enterField(scope: SelectionScope, parent: GraphQLNamedType, node: FieldNode, field: FieldDefinition): SelectionScope {
    const fields = scope.types.get(parent) ?? new Map<string, SelectionScope>();
    scope.types.set(parent, fields);
    const key = (node.alias ?? node.name).value;
    const below = fields.get(key) ?? new SelectionScope(++this.#count, field);
    fields.set(key, below);
    below.nodes.push(node);
    return below;
  }

  // The same scopes are met again for each possible type around them, so they are counted once.
  #ofScopes(scopes: readonly SelectionScope[]): number {
    const id = scopes.map((each) => each.id).join();
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const cost = Math.max(0, ...this.#possible(scopes).map((type) => this.#ofFields(this.#fieldsOn(type, scopes))));
    this.#known.set(id, cost);
    return cost;
  }

  #possible(scopes: readonly SelectionScope[]): GraphQLNamedType[] {
    const selected = scopes.flatMap(({ types }) => [...types.keys()]);
    return [
      ...new Set(
        selected.flatMap((type): readonly GraphQLNamedType[] =>
          isAbstractType(type) ? this.types.getPossibleTypes(type) : [type],
        ),
      ),
    ];
  }

  #fieldsOn(type: GraphQLNamedType, scopes: readonly SelectionScope[]): Map<string, SelectionScope>[] {
    const possible = this.types.getPossibleTypes(type);
    const meets = (other: GraphQLNamedType) =>
      other === type || this.types.getPossibleTypes(other).some((each) => possible.includes(each));
    return scopes.flatMap(({ types }) => [...types].flatMap(([other, fields]) => (meets(other) ? [fields] : [])));
  }

  #ofFields(selections: readonly Map<string, SelectionScope>[]): number {
    const keys = new Set(selections.flatMap((fields) => [...fields.keys()]));
    let total = 0;
    for (const key of keys) {
      const scopes = selections.flatMap((fields) => fields.get(key) ?? []);
      const below = scopes.some(({ types }) => types.size > 0) ? this.#ofScopes(scopes) : 0;
      total += Math.max(0, ...scopes.map((scope) => this.#own(scope, below)));
    }
    return total;
  }

  #own({ field, nodes }: SelectionScope, below: number): number {
    const connection = this.connectionCostOf(field!, nodes);
    if (!connection) return 1 + below;
    const metadata = connection.metadataCost(nodes);
    return 1 + connection.pageSize * (below - metadata) + metadata;
  }
}
