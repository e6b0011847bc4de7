import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  getNamedType,
  getOperationAST,
  isInterfaceType,
  isObjectType,
  parse,
} from 'graphql';
import { isWrapperType } from '../diff/generate/leaf-fields.ts';

/** The type that a difference belongs to, and the path of the difference below it, with the names of fields. */
export interface LocatedDifference {
  parentCoordinate: string;
  path: string;
}

interface Selection {
  parent: GraphQLNamedType | undefined;
  field: FieldNode;
}

// A document that was refused may have fragments in a cycle.
const maxDepth = 30;

/** Finds the fields of a document along the paths of differences, and the root fields of the operation. */
export class DifferenceLocator {
  readonly #schema: GraphQLSchema;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #root: Selection[];

  /** The document may be invalid; then no field is found. */
  constructor(schema: GraphQLSchema, query: string, operationName: string | null | undefined) {
    this.#schema = schema;
    const document = tryToParse(query);
    for (const each of document?.definitions ?? [])
      if (each.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(each.name.value, each);
    const operation = document && getOperationAST(document, operationName);
    const rootType = operation && schema.getRootType(operation.operation);
    this.#root = operation ? this.#selections(operation.selectionSet, rootType ?? undefined) : [];
  }

  /** The coordinate of the first field of the operation, such as `Query.component`. */
  get rootCoordinate(): string {
    const [first] = this.#root;
    return first ? `${first.parent?.name ?? 'Query'}.${first.field.name.value}` : 'the document';
  }

  /** The coordinates of the fields without subfields that the operation selects, other than ids and names of types; of a mutation, those that write. */
  get leafCoordinates(): string[] {
    const leavesOf = (selections: Selection[], depth = 0): string[] =>
      selections.flatMap((selection) => {
        const { parent, field } = selection;
        const { name, selectionSet } = field;
        // Of a mutation, the fields that write are skipped.
        const isSkipped = field.directives?.some((directive) => directive.name.value === 'skip');
        if (selectionSet && !isSkipped)
          return depth < maxDepth ? leavesOf(this.#selections(selectionSet, fieldType(selection)), depth + 1) : [];
        return ['id', '__typename'].includes(name.value) ? [] : [`${parent?.name ?? 'unknown'}.${name.value}`];
      });
    return [...new Set(leavesOf(this.#root))];
  }

  /** Locates a difference of the body, from the last record on its path. */
  locate(path: string): LocatedDifference {
    const [place, ...suffix] = path.split(' ') as [string, ...string[]];
    if (place.startsWith('headers.')) return { parentCoordinate: 'Content-Type', path: 'body.data' };
    const keys = place.split('.');
    if (keys[0] !== 'body' || keys[1] !== 'data') return { parentCoordinate: 'Query', path };
    let parentCoordinate = this.#root[0]?.parent?.name ?? 'Query';
    let names: string[] = [];
    let selections = this.#root;
    const fieldKeys = keys.slice(2).filter((key) => !/^\d+$/.test(key));
    for (const [index, key] of fieldKeys.entries()) {
      const found = selections.filter(({ field }) => (field.alias ?? field.name).value === key);
      const [first] = found;
      // In a fragment, the type is more precise than that of the field above.
      if (first && names.length === 0 && first.parent) parentCoordinate = first.parent.name;
      names.push(first?.field.name.value ?? key);
      const type = first && fieldType(first);
      selections = found.flatMap(({ field: { selectionSet } }) =>
        selectionSet ? this.#selections(selectionSet, type) : [],
      );
      const isRecord = (isObjectType(type) || isInterfaceType(type)) && !isWrapperType(type);
      if (isRecord && index < fieldKeys.length - 1) [parentCoordinate, names] = [type.name, []];
    }
    return { parentCoordinate, path: [['body', 'data', ...names].join('.'), ...suffix].join(' ') };
  }

  #selections(
    { selections }: SelectionSetNode,
    parent: GraphQLNamedType | undefined,
    open: string[] = [],
  ): Selection[] {
    return selections.flatMap((selection): Selection[] => {
      if (selection.kind === Kind.FIELD) return [{ parent, field: selection }];
      const isInline = selection.kind === Kind.INLINE_FRAGMENT;
      const fragment = isInline ? selection : this.#fragments.get(selection.name.value);
      const name = isInline ? '' : selection.name.value;
      if (!fragment || open.includes(name)) return [];
      const condition = fragment.typeCondition && this.#schema.getType(fragment.typeCondition.name.value);
      return this.#selections(fragment.selectionSet, condition ?? parent, name === '' ? open : [...open, name]);
    });
  }
}

function fieldType({ parent, field }: Selection): GraphQLNamedType | undefined {
  const definition = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[field.name.value] : undefined;
  return definition && getNamedType(definition.type);
}

function tryToParse(query: string) {
  try {
    return parse(query, { noLocation: true });
  } catch {
    return undefined;
  }
}
