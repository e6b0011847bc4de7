import {
  type FragmentDefinitionNode,
  GraphQLError,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type TypeInfo,
  type ValidationContext,
  type ValidationRule,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';

/** The bounds of one document. A document past one of them is refused before it runs. */
export interface DocumentLimits {
  /** Levels of fields within fields. */
  depth: number;
  /** Fields that an answer may have when every list holds ten members. */
  cost: number;
  /** Tokens of the document's text. */
  tokens: number;
}

const membersOfAList = 10;

interface Measure {
  depth: number;
  cost: number;
}

/** The rule that holds documents to depth and cost; introspection is not counted. */
export const createLimitsRule =
  (limits: DocumentLimits): ValidationRule =>
  (context) => ({
    OperationDefinition(operation: OperationDefinitionNode) {
      const root = context.getSchema().getRootType(operation.operation);
      const { depth, cost } = measure(context, operation.selectionSet, root ?? undefined, new Map(), limits);
      for (const [name, found] of [['depth', depth] as const, ['cost', cost] as const]) {
        if (found <= limits[name]) continue;
        const message = `The document has a ${name} of more than ${limits[name]}, which is the most that is answered.`;
        context.reportError(new GraphQLError(message, { nodes: operation }));
      }
    },
  });

/** Depth and cost of a selection; fragments are measured once for each type they are spread on, cycles count as nothing. */
function measure(
  context: ValidationContext,
  selections: SelectionSetNode,
  type: ReturnType<TypeInfo['getParentType']> | undefined,
  known: Map<FragmentDefinitionNode, Measure>,
  limits: DocumentLimits,
): Measure {
  const total: Measure = { depth: 0, cost: 0 };
  const add = ({ depth, cost }: Measure) => {
    total.depth = Math.max(total.depth, depth);
    total.cost += cost;
  };
  for (const selection of selections.selections) {
    if (selection.kind === 'Field') {
      if (selection.name.value.startsWith('__')) continue;
      const output: GraphQLOutputType | undefined =
        isObjectType(type) || isInterfaceType(type) ? type.getFields()[selection.name.value]?.type : undefined;
      const named = output && getNamedType(output);
      const inner = selection.selectionSet
        ? measure(context, selection.selectionSet, isCompositeType(named) ? named : undefined, known, limits)
        : { depth: 0, cost: 0 };
      const members = output && isListType(getNullableType(output)) ? membersOfAList : 1;
      add({ depth: inner.depth + 1, cost: 1 + inner.cost * members });
    } else if (selection.kind === 'InlineFragment') {
      const condition = selection.typeCondition && context.getSchema().getType(selection.typeCondition.name.value);
      add(measure(context, selection.selectionSet, isCompositeType(condition) ? condition : type, known, limits));
    } else {
      const fragment = context.getFragment(selection.name.value);
      if (!fragment) continue;
      if (!known.has(fragment)) {
        known.set(fragment, { depth: 0, cost: 0 });
        const condition = context.getSchema().getType(fragment.typeCondition.name.value);
        const on = isCompositeType(condition) ? condition : undefined;
        known.set(fragment, measure(context, fragment.selectionSet, on, known, limits));
      }
      add(known.get(fragment)!);
    }
  }
  return total;
}
