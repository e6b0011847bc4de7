import {
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  getNamedType,
  isObjectType,
  visit,
} from 'graphql';
import { isJsonObject } from '../client/json-value.ts';
import { selectedFields } from '../client/selection.ts';
import { demoRecords } from './demo-world.ts';

/** The name of a record in a target file, the first one if it has several; undefined if it has none. */
export const nameOfRecord = (
  placeholders: Record<string, unknown>,
  kind: string,
  id: string | number,
): string | undefined =>
  Object.keys({ ...demoRecords[kind], ...demoRecords['Any'] }).find(
    (name) => Object.hasOwn(placeholders, name) && String(placeholders[name]) === String(id),
  );

/** The types of the records whose ids attributes of inputs have. */
const attributeKinds = new Map([
  ['appAccountabilityStatusId', 'Status'],
  ['decidimAccountabilityStatusId', 'Status'],
  ['parentId', 'Result'],
  ['projectIds', 'Project'],
  ['proposalIds', 'Proposal'],
  ['taxonomies', 'Taxonomy'],
]);

/** A request and the data of its response. */
export interface RequestWithData {
  document: DocumentNode;
  operationName?: string | undefined;
  variables: Record<string, unknown>;
  data: unknown;
}

/** Where an id is. An id in a variable may be of an attribute of an input, which can be an Int; `path` leads to one in the data. */
export type PlaceOfId = { in: 'document' | 'variable' | 'attribute' } | { in: 'data'; path: string };

/** Replaces every id of a record, in the arguments of a document, in its variables and in the data of its response, by the types of a schema. */
export function mapIds(
  { document, operationName, variables, data }: RequestWithData,
  schema: GraphQLSchema,
  map: (kind: string, id: string | number, place: PlaceOfId) => unknown,
): Omit<RequestWithData, 'operationName'> {
  const ofVariables = new Map<string, { kind: string; in: 'variable' | 'attribute' }>();
  const inResponse = new Map<string, string>();
  const replaced = new Map<FieldNode, FieldNode>();
  for (const { node, parent, definition, path } of selectedFields(document, { schema, operationName })) {
    const parentKind = kindOf(parent);
    if (node.name.value === 'id' && parentKind) inResponse.set(path.join('.'), parentKind);
    const kind = kindOf(definition && getNamedType(definition.type));
    const args = (node.arguments ?? []).map((argument) => {
      const { name, value } = argument;
      visit(value, {
        ObjectField({ name: attribute, value: inner }) {
          const ofAttribute = attributeKinds.get(attribute.value);
          if (ofAttribute !== undefined && inner.kind === Kind.VARIABLE)
            ofVariables.set(inner.name.value, { kind: ofAttribute, in: 'attribute' });
        },
      });
      if (kind === undefined || !['id', 'slug'].includes(name.value)) return argument;
      if (value.kind === Kind.VARIABLE) ofVariables.set(value.name.value, { kind, in: 'variable' });
      if (value.kind !== Kind.INT && value.kind !== Kind.STRING) return argument;
      const mapped = map(kind, value.value, { in: 'document' });
      return String(mapped) === value.value
        ? argument
        : { ...argument, value: { kind: Kind.STRING as const, value: String(mapped) } };
    });
    if (args.some((each, index) => each !== node.arguments?.[index])) replaced.set(node, { ...node, arguments: args });
  }
  const mapVariable = (value: unknown, kind: string | undefined, place: 'variable' | 'attribute'): unknown => {
    if (Array.isArray(value)) return value.map((each) => mapVariable(each, kind, place));
    if (isJsonObject(value))
      return mapMembers(value, (each, name) => mapVariable(each, attributeKinds.get(name), 'attribute'));
    const isId = typeof value === 'string' || typeof value === 'number';
    return kind !== undefined && isId ? map(kind, value, { in: place }) : value;
  };
  const mapData = (value: unknown, path: string[], keys: string[]): unknown => {
    if (Array.isArray(value)) return value.map((each, index) => mapData(each, [...path, String(index)], keys));
    if (isJsonObject(value)) return mapMembers(value, (each, key) => mapData(each, [...path, key], [...keys, key]));
    const kind = inResponse.get(keys.join('.'));
    return kind !== undefined && typeof value === 'string'
      ? map(kind, value, { in: 'data', path: path.join('.') })
      : value;
  };
  return {
    document: visit(document, { Field: (field) => replaced.get(field) }),
    variables: mapMembers(variables, (value, name) => {
      const { kind, in: place = 'variable' } = ofVariables.get(name) ?? {};
      return mapVariable(value, kind, place);
    }),
    data: mapData(data, [], []),
  };
}

/** The kind of a type. All components are of one kind, because they share their ids. */
export function kindOf(type: GraphQLNamedType | undefined): string | undefined {
  if (!type) return undefined;
  const isAbstractComponent = ['ComponentInterface', 'ComponentMutation'].includes(type.name);
  const isComponent = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'ComponentInterface');
  return isAbstractComponent || isComponent ? 'Component' : type.name.replace(/Mutation$/, '');
}

const mapMembers = (value: object, change: (each: unknown, name: string) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each, name)]));
