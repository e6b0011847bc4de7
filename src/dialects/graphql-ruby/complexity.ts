import { type FieldNode, type GraphQLNamedType, isAbstractType } from 'graphql';
import type { Field, Types } from './types.ts';

/** What graphql-ruby counts of a connection besides its items. */
export interface Connection {
  /** Items that a page may have. */
  pageSize: number;
  /** The cost of what is selected on the connection itself. */
  metadata(nodes: readonly FieldNode[]): number;
}

/** The fields of an answer by the type that they are selected on, and by their names in the answer. */
export class Scope {
  readonly types = new Map<GraphQLNamedType, Map<string, Scope>>();
  readonly nodes: FieldNode[] = [];

  constructor(
    readonly id: number,
    readonly field: Field | undefined,
  ) {}
}

/** How costly the answer can become: the costliest type counts where several are possible. */
export class Complexity {
  readonly root = new Scope(0, undefined);
  readonly #known = new Map<string, number>();
  #count = 0;

  constructor(
    readonly types: Types,
    /** The connection that a field with these nodes is, if it is one. */
    readonly connectionOf: (field: Field, nodes: readonly FieldNode[]) => Connection | undefined,
  ) {}

  get total(): number {
    return this.#ofScopes([this.root]);
  }

  /** The scope of a field within another; selected once more when it is there already. */
  enter(scope: Scope, parent: GraphQLNamedType, node: FieldNode, field: Field): Scope {
    const fields = scope.types.get(parent) ?? new Map<string, Scope>();
    scope.types.set(parent, fields);
    const key = (node.alias ?? node.name).value;
    const below = fields.get(key) ?? new Scope(++this.#count, field);
    fields.set(key, below);
    below.nodes.push(node);
    return below;
  }

  // The same scopes are met again for each possible type around them, so they are counted once.
  #ofScopes(scopes: readonly Scope[]): number {
    const id = scopes.map((each) => each.id).join();
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const cost = Math.max(0, ...this.#possible(scopes).map((type) => this.#ofFields(this.#fieldsOn(type, scopes))));
    this.#known.set(id, cost);
    return cost;
  }

  #possible(scopes: readonly Scope[]): GraphQLNamedType[] {
    const selected = scopes.flatMap(({ types }) => [...types.keys()]);
    return [
      ...new Set(
        selected.flatMap((type): readonly GraphQLNamedType[] =>
          isAbstractType(type) ? this.types.possible(type) : [type],
        ),
      ),
    ];
  }

  #fieldsOn(type: GraphQLNamedType, scopes: readonly Scope[]): Map<string, Scope>[] {
    const possible = this.types.possible(type);
    const meets = (other: GraphQLNamedType) =>
      other === type || this.types.possible(other).some((each) => possible.includes(each));
    return scopes.flatMap(({ types }) => [...types].flatMap(([other, fields]) => (meets(other) ? [fields] : [])));
  }

  #ofFields(selections: readonly Map<string, Scope>[]): number {
    const keys = new Set(selections.flatMap((fields) => [...fields.keys()]));
    let total = 0;
    for (const key of keys) {
      const scopes = selections.flatMap((fields) => fields.get(key) ?? []);
      const below = scopes.some(({ types }) => types.size > 0) ? this.#ofScopes(scopes) : 0;
      total += Math.max(0, ...scopes.map((scope) => this.#own(scope, below)));
    }
    return total;
  }

  #own({ field, nodes }: Scope, below: number): number {
    const connection = this.connectionOf(field!, nodes);
    if (!connection) return 1 + below;
    const metadata = connection.metadata(nodes);
    return 1 + connection.pageSize * (below - metadata) + metadata;
  }
}
