import {
  type DocumentNode,
  type FieldNode,
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

/** The id of a record in a response. */
export interface FoundId {
  /** The type of the record, such as `Meeting`. */
  kind: string;
  id: string;
  /** Path below `data`, joined with dots. */
  path: string;
}

/** Where a document has ids of records, and of which kind. */
export interface IdLocations {
  /** By the name of the variable. `isAttribute` is true in inputs, where an id may be an Int. */
  variables: Map<string, { kind: string; isAttribute: boolean }>;
  /** By the path below `data` without list indexes, joined with dots; undefined if the contract lacks the type. */
  response: Map<string, string | undefined>;
}

/** The kinds of the ids in attributes of inputs. */
const attributeKinds: Record<string, string> = {
  appAccountabilityStatusId: 'Status',
  parentId: 'Result',
  projectIds: 'Project',
  proposalIds: 'Proposal',
  taxonomies: 'Taxonomy',
};

/** A field that an operation selects. */
interface SelectedField {
  node: FieldNode;
  /** The type that has the field; undefined if the schema does not have it. */
  parent: GraphQLNamedType | undefined | null;
  /** The type of the field without lists and non-null. */
  type: GraphQLNamedType | undefined;
  /** Path below `data` without list indexes, joined with dots. */
  path: string;
}

/** The fields that an operation selects, those of its fragments included, in the order of the document. */
function selectedFields(schema: GraphQLSchema, document: DocumentNode, operationName?: string): SelectedField[] {
  const found: SelectedField[] = [];
  const fragments = new Map(
    document.definitions
      .filter((each): each is FragmentDefinitionNode => each.kind === 'FragmentDefinition')
      .map((each) => [each.name.value, each]),
  );
  const typeNamed = (name: string | undefined) => (name === undefined ? undefined : schema.getType(name));
  const walk = (
    { selections }: SelectionSetNode,
    parent: GraphQLNamedType | undefined | null,
    path: string,
    fragmentNames: string[],
  ): void => {
    for (const node of selections) {
      if (node.kind === 'InlineFragment') {
        walk(node.selectionSet, typeNamed(node.typeCondition?.name.value) ?? parent, path, fragmentNames);
      } else if (node.kind === 'FragmentSpread') {
        const name = node.name.value;
        const fragment = fragments.get(name);
        if (!fragment || fragmentNames.includes(name)) continue;
        walk(fragment.selectionSet, typeNamed(fragment.typeCondition.name.value), path, [...fragmentNames, name]);
      } else {
        const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
        const type = field && getNamedType(field.type);
        const fieldPath = joinPath(path, (node.alias ?? node.name).value);
        found.push({ node, parent, type, path: fieldPath });
        if (node.selectionSet) walk(node.selectionSet, type, fieldPath, fragmentNames);
      }
    }
  };
  const operation = getOperationAST(document, operationName);
  if (operation) walk(operation.selectionSet, schema.getRootType(operation.operation), '', []);
  return found;
}

/** Finds the ids in the variables and the response of an operation, by the types of a schema. */
export function findIdLocations(schema: GraphQLSchema, document: DocumentNode, operationName?: string): IdLocations {
  const locations: IdLocations = { variables: new Map(), response: new Map() };
  const addVariables = (value: ValueNode, kind: string | undefined, isAttribute: boolean): void => {
    if (value.kind === 'Variable' && kind) locations.variables.set(value.name.value, { kind, isAttribute });
    if (value.kind === 'ListValue') for (const each of value.values) addVariables(each, kind, isAttribute);
    if (value.kind === 'ObjectValue')
      for (const field of value.fields) addVariables(field.value, attributeKinds[field.name.value], true);
  };
  for (const { node, parent, type, path } of selectedFields(schema, document, operationName)) {
    if (node.name.value === 'id') locations.response.set(path, kindOf(parent));
    for (const { name, value } of node.arguments ?? [])
      addVariables(value, ['id', 'slug'].includes(name.value) ? kindOf(type) : undefined, false);
  }
  return locations;
}

/** The kind of a type. All components are of one kind, because they share their ids. */
function kindOf(type: GraphQLNamedType | undefined | null): string | undefined {
  if (!type) return undefined;
  const isAbstractComponent = ['ComponentInterface', 'ComponentMutation'].includes(type.name);
  const isComponent = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'ComponentInterface');
  return isAbstractComponent || isComponent ? 'Component' : type.name.replace(/Mutation$/, '');
}

/** Replaces every id in variables. */
export function replaceIds(
  variables: Record<string, unknown>,
  locations: IdLocations,
  replace: (kind: string, id: string | number, isAttribute: boolean) => unknown,
): Record<string, unknown> {
  const replaceIn = (value: unknown, kind: string | undefined, isAttribute: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => replaceIn(each, kind, isAttribute));
    if (typeof value === 'object' && value !== null) return replaceInAttributes(value);
    const isId = typeof value === 'string' || typeof value === 'number';
    return kind !== undefined && isId ? replace(kind, value, isAttribute) : value;
  };
  const replaceInAttributes = (value: object) =>
    mapMembers(value, (each, name) => replaceIn(each, attributeKinds[name], true));
  return mapMembers(variables, (each, name) => {
    const location = locations.variables.get(name);
    return replaceIn(each, location?.kind, location?.isAttribute ?? false);
  });
}

const mapMembers = (value: object, change: (each: unknown, name: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each, name)]));

/** Finds the ids of known kinds in the data of a response. */
export function findIds(
  data: unknown,
  locations: IdLocations['response'],
  path = '',
  pathWithoutIndexes = '',
): FoundId[] {
  if (Array.isArray(data))
    return data.flatMap((each, index) => findIds(each, locations, joinPath(path, String(index)), pathWithoutIndexes));
  if (typeof data === 'object' && data !== null)
    return Object.entries(data).flatMap(([key, each]) =>
      findIds(each, locations, joinPath(path, key), joinPath(pathWithoutIndexes, key)),
    );
  const kind = locations.get(pathWithoutIndexes);
  return kind !== undefined && typeof data === 'string' ? [{ kind, id: data, path }] : [];
}

/** Appends a key to a path. */
export const joinPath = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
