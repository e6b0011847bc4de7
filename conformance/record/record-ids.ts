import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionSetNode,
  type ValueNode,
  getNamedType,
  getOperationAST,
  isInterfaceType,
  isObjectType,
} from 'graphql';

/** An id of a record, and where it stands; the kind is that of the record, such as `Meeting`. */
export interface FoundId {
  kind: string;
  id: string;
  /** The path below `data`, dots between. */
  path: string;
}

/** What the ids of a document are ids of. */
export interface IdLocations {
  /** By the name of the variable; an attribute of an input may be of another type than ID. */
  variables: Map<string, { kind: string; attribute: boolean }>;
  /** By the path below `data` without the places in lists, dots between; undefined where the contract has no such type. */
  response: Map<string, string | undefined>;
}

/** What the attributes of inputs are ids of. */
const attributes: Record<string, string> = {
  appAccountabilityStatusId: 'Status',
  parentId: 'Result',
  projectIds: 'Project',
  proposalIds: 'Proposal',
  taxonomies: 'Taxonomy',
};

/** What the ids in an operation's variables and answer are ids of, by the contract. */
export function findIdLocations(schema: GraphQLSchema, document: DocumentNode, operationName?: string): IdLocations {
  const places: IdLocations = { variables: new Map(), response: new Map() };
  const fragments = new Map(
    document.definitions
      .filter((each): each is FragmentDefinitionNode => each.kind === 'FragmentDefinition')
      .map((each) => [each.name.value, each]),
  );
  const typed = (name: string | undefined) => (name === undefined ? undefined : schema.getType(name));
  const note = (value: ValueNode, kind: string | undefined, attribute: boolean): void => {
    if (value.kind === 'Variable' && kind) places.variables.set(value.name.value, { kind, attribute });
    if (value.kind === 'ListValue') for (const each of value.values) note(each, kind, attribute);
    if (value.kind === 'ObjectValue')
      for (const field of value.fields) note(field.value, attributes[field.name.value], true);
  };
  const walk = (
    { selections }: SelectionSetNode,
    type: GraphQLNamedType | undefined | null,
    path: string,
    inside: string[],
  ): void => {
    for (const selection of selections) {
      if (selection.kind === 'InlineFragment') {
        walk(selection.selectionSet, typed(selection.typeCondition?.name.value) ?? type, path, inside);
      } else if (selection.kind === 'FragmentSpread') {
        const name = selection.name.value;
        const fragment = fragments.get(name);
        if (!fragment || inside.includes(name)) continue;
        walk(fragment.selectionSet, typed(fragment.typeCondition.name.value), path, [...inside, name]);
      } else {
        const { name, alias } = selection;
        const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name.value] : undefined;
        const result = field && getNamedType(field.type);
        const below = joinPath(path, alias?.value ?? name.value);
        if (name.value === 'id') places.response.set(below, kindOf(type));
        for (const argument of selection.arguments ?? [])
          note(argument.value, ['id', 'slug'].includes(argument.name.value) ? kindOf(result) : undefined, false);
        if (selection.selectionSet) walk(selection.selectionSet, result, below, inside);
      }
    }
  };
  const operation = getOperationAST(document, operationName);
  if (operation) walk(operation.selectionSet, schema.getRootType(operation.operation), '', []);
  return places;
}

/** The kind of record that a type shows; every component is of one kind, as all are named by the same ids. */
function kindOf(type: GraphQLNamedType | undefined | null): string | undefined {
  if (!type) return undefined;
  const component = ['ComponentInterface', 'ComponentMutation'].includes(type.name);
  const isOne = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'ComponentInterface');
  return component || isOne ? 'Component' : type.name.replace(/Mutation$/, '');
}

/** The variables with every id replaced. */
export function replaceIds(
  variables: Record<string, unknown>,
  places: IdLocations,
  replace: (kind: string, id: string | number, attribute: boolean) => unknown,
): Record<string, unknown> {
  const change = (value: unknown, kind: string | undefined, attribute: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => change(each, kind, attribute));
    if (typeof value === 'object' && value !== null) return attributesOf(value);
    const isId = typeof value === 'string' || typeof value === 'number';
    return kind !== undefined && isId ? replace(kind, value, attribute) : value;
  };
  const attributesOf = (value: object) => mapMembers(value, (each, name) => change(each, attributes[name], true));
  return mapMembers(variables, (each, name) => {
    const place = places.variables.get(name);
    return change(each, place?.kind, place?.attribute ?? false);
  });
}

const mapMembers = (value: object, change: (each: unknown, name: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each, name)]));

/** The ids in the data of an answer whose kind is known. */
export function findIds(data: unknown, answered: IdLocations['response'], path = '', place = ''): FoundId[] {
  if (Array.isArray(data))
    return data.flatMap((each, index) => findIds(each, answered, joinPath(path, String(index)), place));
  if (typeof data === 'object' && data !== null)
    return Object.entries(data).flatMap(([key, each]) =>
      findIds(each, answered, joinPath(path, key), joinPath(place, key)),
    );
  const kind = answered.get(place);
  return kind !== undefined && typeof data === 'string' ? [{ kind, id: data, path }] : [];
}

/** A path with one more key. */
export const joinPath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
