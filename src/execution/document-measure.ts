import {
  type FragmentDefinitionNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  type NamedTypeNode,
  type SelectionSetNode,
  type TypeInfo,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';
import { introspectionLists, partitioningLists } from './introspection-lists.ts';

const assumedListLength = 10;

interface Measurement {
  depth: number;
  cost: number;
}

type ParentType = ReturnType<TypeInfo['getParentType']> | undefined;

const metaTypes: Record<string, string> = { __schema: '__Schema', __type: '__Type' };

/** Measures the selection sets of an operation. */
export class DocumentMeasure {
  readonly #fragments = [
    new Map<FragmentDefinitionNode, Measurement>(),
    new Map<FragmentDefinitionNode, Measurement>(),
  ];

  constructor(
    readonly schema: GraphQLSchema,
    readonly getFragment: (name: string) => FragmentDefinitionNode | null | undefined,
    /** Whether only the fields of introspection count. */
    readonly isIntrospectionOnly = false,
  ) {}

  /**
   * Measures a selection set. Each fragment is measured once; a fragment within itself counts as empty. `isListedOnce` is
   * true below the lists of introspection that list each item of the schema once.
   */
  measure({ selections }: SelectionSetNode, parentType: ParentType, isListedOnce: boolean): Measurement {
    const total: Measurement = { depth: 0, cost: 0 };
    const add = ({ depth, cost }: Measurement) => {
      total.depth = Math.max(total.depth, depth);
      total.cost += cost;
    };
    for (const selection of selections) {
      if (selection.kind === 'Field') {
        if (selection.name.value !== '__typename')
          add(this.#measureField(selection.name.value, selection.selectionSet, parentType, isListedOnce));
      } else if (selection.kind === 'InlineFragment') {
        const type = selection.typeCondition ? this.#typeOf(selection.typeCondition) : parentType;
        add(this.measure(selection.selectionSet, type, isListedOnce));
      } else {
        const fragment = this.getFragment(selection.name.value);
        if (fragment) add(this.#measureFragment(fragment, isListedOnce));
      }
    }
    return total;
  }

  #measureField(
    name: string,
    selectionSet: SelectionSetNode | undefined,
    parentType: ParentType,
    isListedOnce: boolean,
  ): Measurement {
    const metaType = metaTypes[name] && this.schema.getType(metaTypes[name]);
    const isMeta = metaType !== undefined || parentType?.name.startsWith('__') === true;
    if (this.isIntrospectionOnly && !isMeta) return { depth: 0, cost: 0 };
    const fieldType: GraphQLOutputType | undefined = isObjectType(metaType)
      ? metaType
      : isObjectType(parentType) || isInterfaceType(parentType)
        ? parentType.getFields()[name]?.type
        : undefined;
    const namedType = fieldType && getNamedType(fieldType);
    const isList = fieldType !== undefined && isListType(getNullableType(fieldType));
    const areItemsListedOnce = name === '__schema' || (isListedOnce && partitioningLists.has(name));
    const inner = selectionSet
      ? this.measure(selectionSet, isCompositeType(namedType) ? namedType : undefined, areItemsListedOnce)
      : { depth: 0, cost: 0 };
    const length = isList ? (isMeta ? this.#lengthOf(name, isListedOnce) : assumedListLength) : 1;
    return { depth: isMeta ? 0 : inner.depth + 1, cost: 1 + inner.cost * length };
  }

  #lengthOf(name: string, isListedOnce: boolean): number {
    const { average, maximum } = introspectionLists(this.schema);
    return (isListedOnce ? average : maximum)[name] ?? assumedListLength;
  }

  #measureFragment(fragment: FragmentDefinitionNode, isListedOnce: boolean): Measurement {
    const known = this.#fragments[Number(isListedOnce)]!;
    if (!known.has(fragment)) {
      known.set(fragment, { depth: 0, cost: 0 });
      known.set(fragment, this.measure(fragment.selectionSet, this.#typeOf(fragment.typeCondition), isListedOnce));
    }
    return known.get(fragment)!;
  }

  #typeOf({ name }: NamedTypeNode): ParentType {
    const type = this.schema.getType(name.value);
    return isCompositeType(type) ? type : undefined;
  }
}
