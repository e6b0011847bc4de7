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
import { type CoerceVariables, createVariableCoercion } from './coerce-variables.ts';
import type { Execution, FieldPlan, SelectionPlan } from './execution.ts';
import { planField } from './field-plan.ts';

/**
 * The maximum number of planned fields and selections for each field of the document, so that plans take memory in proportion
 * to documents. Fragments, possible types and conditions multiply fields.
 */
const maxPlansOfField = 6;

/** How an operation of a valid document is executed. Selections are planned when they are first reached. */
export class OperationPlan {
  readonly fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  readonly coerceVariables: CoerceVariables;
  #planned = 0;
  #maxPlanned = 0;
  readonly #conditionVariables = new Set<string>();
  /** By the values of the variables in `@skip` and `@include`. */
  readonly #rootSelections = new Map<string, SelectionPlan>();

  constructor(
    readonly schema: GraphQLSchema,
    document: DocumentNode,
    readonly operation: OperationDefinitionNode,
    private readonly executionsBeforeCode: number,
  ) {
    for (const node of document.definitions)
      if (node.kind === Kind.FRAGMENT_DEFINITION) this.fragments[node.name.value] = node;
    this.coerceVariables = createVariableCoercion(schema, operation);
    visit(document, {
      Field: () => void (this.#maxPlanned += maxPlansOfField),
      Directive: ({ arguments: args = [] }) => {
        for (const { value } of args) if (value.kind === Kind.VARIABLE) this.#conditionVariables.add(value.name.value);
      },
    });
  }

  /** Whether the plan takes more memory than the cache of documents accounts for. */
  get isTooLarge(): boolean {
    return this.#planned > this.#maxPlanned;
  }

  /** The root selection for the variables of an execution. */
  rootSelection({ variableValues }: Execution): SelectionPlan {
    const key = Array.from(this.#conditionVariables, (name) => variableValues[name]).join();
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
    this.#planned += 1;
    const fields: FieldPlan[] = [];
    const members: [key: string, value: string | null][] = [];
    for (const [key, nodes] of nodesByKey) {
      const isTypeName = nodes[0]!.name.value === '__typename';
      members.push([key, isTypeName ? type.name : null]);
      if (!isTypeName) fields.push(planField(this.schema, type, { index: this.#planned++, key, depth, nodes, parent }));
    }
    const { executionsBeforeCode } = this;
    return { template: Object.fromEntries(members), fields, executionsBeforeCode, execute: undefined };
  }
}
