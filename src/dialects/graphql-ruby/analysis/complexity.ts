import type { FieldNode, GraphQLNamedType } from 'graphql';
import type { StepCounter } from '../limits.ts';
import type { FieldDefinition, VisibleSchema } from '../schema/visible-schema.ts';

/** How a connection field adds to the complexity. */
export interface ConnectionCost {
  /** The number of items to assume. */
  pageSize: number;
  /** The cost of the connection's own fields, such as `pageInfo`, which do not count per item. */
  metadataCost: number;
}

/** A response field, with its nodes and the scopes of its subfields. */
export class SelectionScope {
  /** Subfields by the type that they are selected on, and by response name. */
  readonly subfields = new Map<GraphQLNamedType, Map<string, SelectionScope>>();
  readonly nodes: FieldNode[] = [];
  /** The cost of a connection field; null for other fields, and undefined before it is computed. */
  connectionCost: ConnectionCost | null | undefined;

  constructor(
    readonly id: number,
    readonly field: FieldDefinition | undefined,
  ) {}
}

/** Computes the complexity of an operation; where several types are possible, the most expensive one counts. */
export class Complexity {
  readonly root = new SelectionScope(0, undefined);
  readonly #costs = new Map<string, number>();
  #lastId = 0;

  constructor(
    readonly visibleSchema: VisibleSchema,
    readonly steps: StepCounter,
    /** Returns the cost of a connection field; undefined for other fields. */
    readonly connectionCostOf: (field: FieldDefinition, nodes: readonly FieldNode[]) => ConnectionCost | undefined,
  ) {}

  get total(): number {
    return this.#costOfScopes([this.root]);
  }

  /** Adds a field node to a scope and returns the scope of the field. */
  enterField(scope: SelectionScope, parent: GraphQLNamedType, node: FieldNode, field: FieldDefinition): SelectionScope {
    const siblings = scope.subfields.get(parent) ?? new Map<string, SelectionScope>();
    scope.subfields.set(parent, siblings);
    const responseName = (node.alias ?? node.name).value;
    const fieldScope = siblings.get(responseName) ?? new SelectionScope(++this.#lastId, field);
    siblings.set(responseName, fieldScope);
    fieldScope.nodes.push(node);
    return fieldScope;
  }

  // The same scopes occur again for each possible type of their parents, so their cost is cached.
  #costOfScopes(scopes: readonly SelectionScope[]): number {
    const key = scopes.map(({ id }) => id).join();
    const cached = this.#costs.get(key);
    if (cached !== undefined) return cached;
    let cost = 0;
    for (const type of this.#possibleTypes(scopes))
      cost = Math.max(cost, this.#costOfFields(this.#fieldsOn(type, scopes)));
    this.#costs.set(key, cost);
    return cost;
  }

  #possibleTypes(scopes: readonly SelectionScope[]): Set<GraphQLNamedType> {
    const types = new Set(scopes.flatMap(({ subfields }) => [...subfields.keys()]));
    return new Set([...types].flatMap((type) => this.visibleSchema.getPossibleTypes(type)));
  }

  #fieldsOn(type: GraphQLNamedType, scopes: readonly SelectionScope[]): Map<string, SelectionScope>[] {
    const overlaps = (other: GraphQLNamedType) => other === type || this.visibleSchema.areOverlapping(type, other);
    return scopes.flatMap(({ subfields }) =>
      [...subfields].flatMap(([other, fields]) => (overlaps(other) ? [fields] : [])),
    );
  }

  #costOfFields(selections: readonly Map<string, SelectionScope>[]): number {
    const scopesByName = new Map<string, SelectionScope[]>();
    for (const fields of selections) {
      this.steps.add(1 + fields.size);
      for (const [name, scope] of fields) {
        const scopes = scopesByName.get(name);
        if (scopes) scopes.push(scope);
        else scopesByName.set(name, [scope]);
      }
    }
    let total = 0;
    for (const scopes of scopesByName.values()) {
      const childCost = scopes.some(({ subfields }) => subfields.size > 0) ? this.#costOfScopes(scopes) : 0;
      let cost = 0;
      for (const scope of scopes) cost = Math.max(cost, this.#costOfField(scope, childCost));
      total += cost;
    }
    return total;
  }

  #costOfField(scope: SelectionScope, childCost: number): number {
    scope.connectionCost ??= this.connectionCostOf(scope.field!, scope.nodes) ?? null;
    if (!scope.connectionCost) return 1 + childCost;
    const { pageSize, metadataCost } = scope.connectionCost;
    return 1 + pageSize * (childCost - metadataCost) + metadataCost;
  }
}
