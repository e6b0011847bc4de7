import { type DocumentNode, type GraphQLSchema, type ValueNode, getNamedType, getOperationAST } from 'graphql';
import { selectedFields } from '../../client/selection.ts';
import { attributeKinds, kindOf, mapMembers } from '../record-ids.ts';

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

/** Finds the ids in the variables and the response of an operation, by the types of a schema. */
export function findIdLocations(schema: GraphQLSchema, document: DocumentNode, operationName?: string): IdLocations {
  const locations: IdLocations = { variables: new Map(), response: new Map() };
  const addVariables = (value: ValueNode, kind: string | undefined, isAttribute: boolean): void => {
    if (value.kind === 'Variable' && kind) locations.variables.set(value.name.value, { kind, isAttribute });
    if (value.kind === 'ListValue') for (const each of value.values) addVariables(each, kind, isAttribute);
    if (value.kind === 'ObjectValue')
      for (const field of value.fields) addVariables(field.value, attributeKinds[field.name.value], true);
  };
  // Of several operations without a name, none was executed.
  if (!getOperationAST(document, operationName)) return locations;
  for (const { node, parent, definition, path } of selectedFields(document, { schema, operationName })) {
    if (node.name.value === 'id') locations.response.set(path.join('.'), kindOf(parent));
    for (const { name, value } of node.arguments ?? [])
      addVariables(
        value,
        ['id', 'slug'].includes(name.value) ? kindOf(definition && getNamedType(definition.type)) : undefined,
        false,
      );
  }
  return locations;
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
