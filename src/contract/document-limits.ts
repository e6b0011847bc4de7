import {
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLOutputType,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type TypeInfo,
  type ValidationContext,
  type ValidationRule,
  getNamedType,
  getNullableType,
  isCompositeType,
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
}

const assumedListLength = 10;

interface Measurement {
  depth: number;
  cost: number;
}

/** Creates the validation rule for depth and cost. Introspection fields do not count. */
export const createLimitsRule =
  (limits: DocumentLimits): ValidationRule =>
  (context) => ({
    OperationDefinition(operation: OperationDefinitionNode) {
      const rootType = context.getSchema().getRootType(operation.operation) ?? undefined;
      const measurement = measure(context, operation.selectionSet, rootType, new Map());
      for (const name of ['depth', 'cost'] as const) {
        if (measurement[name] <= limits[name]) continue;
        const message = `The document exceeds the maximum ${name} of ${limits[name]}.`;
        context.reportError(new GraphQLError(message, { nodes: operation }));
      }
    },
  });

/** Measures a selection set. Each fragment is measured once; a fragment within itself counts as empty. */
function measure(
  context: ValidationContext,
  { selections }: SelectionSetNode,
  parentType: ReturnType<TypeInfo['getParentType']> | undefined,
  fragments: Map<FragmentDefinitionNode, Measurement>,
): Measurement {
  const total: Measurement = { depth: 0, cost: 0 };
  const add = ({ depth, cost }: Measurement) => {
    total.depth = Math.max(total.depth, depth);
    total.cost += cost;
  };
  for (const selection of selections) {
    if (selection.kind === 'Field') {
      if (selection.name.value.startsWith('__')) continue;
      const fieldType: GraphQLOutputType | undefined =
        isObjectType(parentType) || isInterfaceType(parentType)
          ? parentType.getFields()[selection.name.value]?.type
          : undefined;
      const namedType = fieldType && getNamedType(fieldType);
      const inner = selection.selectionSet
        ? measure(context, selection.selectionSet, isCompositeType(namedType) ? namedType : undefined, fragments)
        : { depth: 0, cost: 0 };
      const length = fieldType && isListType(getNullableType(fieldType)) ? assumedListLength : 1;
      add({ depth: inner.depth + 1, cost: 1 + inner.cost * length });
    } else if (selection.kind === 'InlineFragment') {
      const condition = selection.typeCondition && context.getSchema().getType(selection.typeCondition.name.value);
      add(measure(context, selection.selectionSet, isCompositeType(condition) ? condition : parentType, fragments));
    } else {
      const fragment = context.getFragment(selection.name.value);
      if (!fragment) continue;
      if (!fragments.has(fragment)) {
        fragments.set(fragment, { depth: 0, cost: 0 });
        const condition = context.getSchema().getType(fragment.typeCondition.name.value);
        const type = isCompositeType(condition) ? condition : undefined;
        fragments.set(fragment, measure(context, fragment.selectionSet, type, fragments));
      }
      add(fragments.get(fragment)!);
    }
  }
  return total;
}
