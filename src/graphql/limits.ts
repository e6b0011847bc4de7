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
  /** Fields of the response if every list has ten items; the list of types has all of them. */
  cost: number;
  /** Tokens of the source text. */
  tokens: number;
  /** Operations and fragments. */
  definitions: number;
}

const assumedListLength = 10;
// Of introspection: most types have a few fields, and most fields a few arguments.
const assumedMetaLength = 5;
const metaTypes = new Map([
  ['__schema', '__Schema'],
  ['__type', '__Type'],
]);

interface Measurement {
  depth: number;
  cost: number;
}

/** Creates the validation rule for depth and cost. `__typename` costs nothing, and the depth of introspection has a rule of graphql-js. */
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
  const typeCount = Object.keys(context.getSchema().getTypeMap()).length;
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
      const { value: name } = selection.name;
      const hasFields = isObjectType(parentType) || isInterfaceType(parentType);
      const type = hasFields ? (parentType.getFields()[name]?.type ?? typeNamed(metaTypes.get(name) ?? '')) : undefined;
      const inner = selection.selectionSet
        ? measure(selection.selectionSet, getNamedType(type))
        : { depth: 0, cost: 0 };
      const isMeta = parentType?.name.startsWith('__');
      const lengthOfList = isMeta ? (name === 'types' ? typeCount : assumedMetaLength) : assumedListLength;
      add({ depth: inner.depth + 1, cost: 1 + inner.cost * (isListType(getNullableType(type)) ? lengthOfList : 1) });
    }
  }
  return total;
}
