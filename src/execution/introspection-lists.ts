import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType, isUnionType } from 'graphql';

/** The lengths of the lists that introspection returns, by field. */
export interface IntrospectionLists {
  /** The lengths where every item of the schema is listed once: of `types` and `directives`, and on average of the lists below. */
  average: Record<string, number>;
  /** The greatest lengths. */
  maximum: Record<string, number>;
}

/** The lists of `__Type` and `__Field` whose items are listed once if their parents are. */
export const partitioningLists = new Set(['args', 'directives', 'enumValues', 'fields', 'inputFields', 'types']);

const listsBySchema = new WeakMap<GraphQLSchema, IntrospectionLists>();

/** Returns the lengths of a schema's lists. */
export function introspectionLists(schema: GraphQLSchema): IntrospectionLists {
  const known = listsBySchema.get(schema);
  if (known) return known;
  const lists = measureLists(schema);
  listsBySchema.set(schema, lists);
  return lists;
}

function measureLists(schema: GraphQLSchema): IntrospectionLists {
  const types = Object.values(schema.getTypeMap());
  const fields = types.flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) ? [Object.values(type.getFields())] : [],
  );
  const args = [...fields.flat(), ...schema.getDirectives()].map((each) => each.args.length);
  const lengths: Record<string, number[]> = {
    args,
    directives: [schema.getDirectives().length],
    enumValues: types.filter(isEnumType).map((type) => type.getValues().length),
    fields: fields.map(({ length }) => length),
    inputFields: types.filter(isInputObjectType).map((type) => Object.keys(type.getFields()).length),
    interfaces: types.map((type) => ('getInterfaces' in type ? type.getInterfaces().length : 0)),
    possibleTypes: types.map((type) =>
      isUnionType(type) || isInterfaceType(type) ? schema.getPossibleTypes(type).length : 0,
    ),
    types: [types.length],
  };
  /** The number of objects that have the list. */
  const parents: Record<string, number> = { args: args.length, directives: 1, types: 1 };
  const mapLengths = (combine: (values: number[], name: string) => number) =>
    Object.fromEntries(Object.entries(lengths).map(([name, values]) => [name, combine(values, name)]));
  return {
    average: mapLengths(
      (values, name) => values.reduce((sum, each) => sum + each, 0) / (parents[name] ?? types.length),
    ),
    maximum: mapLengths((values) => Math.max(0, ...values)),
  };
}
