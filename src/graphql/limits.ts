import {
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLNamedType,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';

/** The limits of a document. A document that exceeds one of them is not executed. */
export interface DocumentLimits {
  /** Levels of nested fields. */
  depth: number;
  /** Fields of the response if every list has ten items. */
  cost: number;
  /** Tokens of the source text. */
  tokens: number;
  /** Operations and fragments. */
  definitions: number;
}

const assumedListLength = 10;

interface Measurement {
  depth: number;
  cost: number;
}

/** Creates the validation rule for depth and cost. Introspection has a rule of its own in graphql-js, and `__typename` costs nothing. */
export const createLimitsRule =
  (limits: DocumentLimits): ValidationRule =>
  (context) => ({
    OperationDefinition(operation) {
      const rootType = context.getSchema().getRootType(operation.operation) ?? undefined;
      const measured = measureSelections(context, new Map(), operation.selectionSet, rootType);
      for (const name of ['depth', 'cost'] as const)
        if (measured[name] > limits[name])
          context.reportError(
            new GraphQLError(`The document exceeds the maximum ${name} of ${limits[name]}.`, { nodes: operation }),
          );
    },
  });

/** Measures a selection set. Each fragment is measured once; a fragment within itself counts as empty. */
function measureSelections(
  context: ValidationContext,
  fragments: Map<FragmentDefinitionNode, Measurement>,
  { selections }: SelectionSetNode,
  parentType: GraphQLNamedType | undefined,
): Measurement {
  const measure = (selectionSet: SelectionSetNode, type: GraphQLNamedType | undefined) =>
    measureSelections(context, fragments, selectionSet, type);
  const typeNamed = (name: string) => context.getSchema().getType(name);
  const total: Measurement = { depth: 0, cost: 0 };
  const add = ({ depth, cost }: Measurement) => {
    total.depth = Math.max(total.depth, depth);
    total.cost += cost;
  };
  for (const selection of selections) {
    if (selection.kind === 'InlineFragment') {
      const { typeCondition, selectionSet } = selection;
      add(measure(selectionSet, typeCondition ? typeNamed(typeCondition.name.value) : parentType));
    } else if (selection.kind === 'FragmentSpread') {
      const fragment = context.getFragment(selection.name.value);
      if (!fragment) continue;
      if (!fragments.has(fragment)) {
        fragments.set(fragment, { depth: 0, cost: 0 });
        fragments.set(fragment, measure(fragment.selectionSet, typeNamed(fragment.typeCondition.name.value)));
      }
      add(fragments.get(fragment)!);
    } else if (selection.name.value !== '__typename') {
      const hasFields = isObjectType(parentType) || isInterfaceType(parentType);
      const type = hasFields ? parentType.getFields()[selection.name.value]?.type : undefined;
      const inner = selection.selectionSet
        ? measure(selection.selectionSet, type && getNamedType(type))
        : { depth: 0, cost: 0 };
      const length = type && isListType(getNullableType(type)) ? assumedListLength : 1;
      add({ depth: inner.depth + 1, cost: 1 + inner.cost * length });
    }
  }
  return total;
}
