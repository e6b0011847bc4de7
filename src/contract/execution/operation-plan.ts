import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import type { Execution, FieldPlan, SelectionPlan } from './execution.ts';
import { planField } from './field-plan.ts';

/** How many fields the plan of an operation may have. Fragments that spread each other could multiply them. */
export const maxPlannedFields = 2000;

/** How an operation of a valid document is executed. Selections are planned when they are first reached. */
export class OperationPlan {
  readonly fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  #plannedFields = 0;
  readonly #conditionVariables: string[];
  /** By the values of the variables in `@skip` and `@include`. */
  readonly #rootSelections = new Map<string, SelectionPlan>();

  constructor(
    readonly schema: GraphQLSchema,
    document: DocumentNode,
    readonly operation: OperationDefinitionNode,
  ) {
    for (const node of document.definitions)
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.fragments[node.name.value] = node;
    this.#conditionVariables = findDirectiveVariables(document);
  }

  /** Whether the plan takes more memory than it is worth. */
  get isTooLarge(): boolean {
    return this.#plannedFields > maxPlannedFields;
  }

  /** The root selection for the variables of an execution. */
  rootSelection({ variableValues }: Execution): SelectionPlan {
    const key = this.#conditionVariables.map((name) => String(variableValues[name])).join();
    const planned = this.#rootSelections.get(key);
    if (planned) return planned;
    const { schema, fragments, operation } = this;
    const type = schema.getRootType(operation.operation)!;
    const nodes = collectFields(schema, fragments, variableValues, type, operation.selectionSet);
    const selection = this.#planFields(type, nodes, undefined, 0);
    this.#rootSelections.set(key, selection);
    return selection;
  }

  /** Plans the selections of a field for one object type; `depth` is the position of their keys in a path. */
  planSelection(type: GraphQLObjectType, parent: FieldPlan, depth: number, execution: Execution): SelectionPlan {
    const { schema, fragments } = this;
    const nodes = collectSubfields(schema, fragments, execution.variableValues, type, parent.nodes);
    return this.#planFields(type, nodes, parent, depth);
  }

  #planFields(
    type: GraphQLObjectType,
    nodesByKey: ReadonlyMap<string, readonly FieldNode[]>,
    parent: FieldPlan | undefined,
    depth: number,
  ): SelectionPlan {
    const fields: FieldPlan[] = [];
    const members: [key: string, value: string | null][] = [];
    this.#plannedFields += 1;
    for (const [key, nodes] of nodesByKey) {
      const isTypeName = nodes[0]!.name.value === '__typename';
      members.push([key, isTypeName ? type.name : null]);
      if (!isTypeName)
        fields.push(planField(this.schema, type, { index: this.#plannedFields++, key, depth, nodes, parent }));
    }
    return { template: Object.fromEntries(members), fields };
  }
}

function findDirectiveVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ arguments: args = [] }) => {
      for (const { value } of args) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
