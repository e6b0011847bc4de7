import { type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import { valueAt } from '../../src/client/json-value.ts';

/** How the records are listed that a field of a component looks up. */
export interface RecordList {
  lookup: string;
  /** The selection of a component that lists the ids of all records and of their parts. */
  selection: string;
  /** Returns the records of the component in a response. */
  nodesOf(component: unknown): unknown[];
  /** The types of the parts, and the fields that list them. */
  partLists: { type: string; list: string }[];
}

/** Lists how to list the records that the fields of a component look up. */
export function listsOfRecords(schema: GraphQLSchema, typeName: string): RecordList[] {
  const fields = fieldsOf(schema, typeName);
  return fields
    .filter(({ args }) => args.length === 1 && args[0]!.name === 'id')
    .flatMap(({ name: lookup, type: recordType }) => {
      const record = getNamedType(recordType).name;
      const partLists = listsOfParts(schema, record);
      const node = ['id', ...partLists.map(({ list }) => `${list} { id }`)].join(' ');
      const list = fields.find((each) => String(each.type).startsWith(`[${record}`));
      if (list) {
        const nodesOf = (component: unknown) => listAt(component, list.name);
        return [{ lookup, selection: `${list.name} { ${node} }`, nodesOf, partLists }];
      }
      const connection = fields.find((each) => getNamedType(each.type).name === `${record}Connection`);
      if (!connection) return [];
      const nodesOf = (component: unknown) =>
        listAt(valueAt(component, [connection.name]), 'edges').map((edge) => valueAt(edge, ['node']));
      return [{ lookup, selection: `${connection.name} { edges { cursor node { ${node} } } }`, nodesOf, partLists }];
    });
}

/** The lists of a record whose items have mutations below those of the record, such as the milestones of a result. */
function listsOfParts(schema: GraphQLSchema, record: string): RecordList['partLists'] {
  const written = new Set(fieldsOf(schema, `${record}Mutation`).map(({ type }) => getNamedType(type).name));
  return fieldsOf(schema, record)
    .map((field) => ({ type: getNamedType(field.type).name, list: field.name, field }))
    .filter(({ type, field }) => type !== record && written.has(type) && String(field.type).startsWith('['));
}

function fieldsOf(schema: GraphQLSchema, typeName: string) {
  const type = schema.getType(typeName);
  return isObjectType(type) ? Object.values(type.getFields()) : [];
}

/** The list with a key of an object; an empty one if there is none. */
export function listAt(value: unknown, key: string): unknown[] {
  const list = valueAt(value, [key]);
  return Array.isArray(list) ? list : [];
}
