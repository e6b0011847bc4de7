import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  defaultFieldResolver,
  getArgumentValues,
  isNonNullType,
  valueFromAST,
} from 'graphql';
import { describeSchema } from '../contract/descriptions.ts';
import { createCompleter } from './complete-value.ts';
import type { FieldPlan, ReadArguments } from './execution.ts';

type Position = Pick<FieldPlan, 'index' | 'key' | 'depth' | 'nodes' | 'parent'>;

/** Plans a field other than `__typename`. */
export function planField(schema: GraphQLSchema, parentType: GraphQLObjectType, position: Position): FieldPlan {
  const name = position.nodes[0]!.name.value;
  const definition = findField(schema, parentType, name);
  const { type, resolve } = definition;
  const field: FieldPlan = {
    index: position.index,
    key: position.key,
    depth: position.depth,
    nodes: position.nodes,
    parent: position.parent,
    name,
    parentType,
    definition,
    resolve: resolve === defaultFieldResolver ? undefined : resolve,
    readArguments: definition.args.length > 0 ? planArguments(definition, position.nodes[0]!) : undefined,
    isNullable: !isNonNullType(type),
    complete: () => null,
  };
  field.complete = createCompleter(type, field, field.depth);
  return field;
}

/** Plans the arguments of a field. graphql-js reads lists, input objects and everything that is invalid. */
function planArguments(definition: GraphQLField<unknown, unknown>, node: FieldNode): ReadArguments {
  const readAny: ReadArguments = (variables) => getArgumentValues(definition, node, variables);
  const nodes = new Map(node.arguments?.map(({ name, value }) => [name.value, value]));
  const planned: { name: string; variable?: string; isNullable: boolean; value?: unknown }[] = [];
  for (const { name, type, defaultValue } of definition.args) {
    const valueNode = nodes.get(name);
    const isNullable = !isNonNullType(type);
    if (valueNode?.kind === Kind.VARIABLE) planned.push({ name, variable: valueNode.name.value, isNullable });
    else if (valueNode) {
      const value = valueFromAST(valueNode, type);
      if (value === undefined || (typeof value === 'object' && value !== null)) return readAny;
      planned.push({ name, isNullable, value });
    } else if (defaultValue !== undefined) planned.push({ name, isNullable, value: defaultValue });
    else if (!isNullable) return readAny;
  }
  if (planned.every(({ variable }) => variable === undefined)) {
    const constants = Object.freeze(Object.fromEntries(planned.map(({ name, value }) => [name, value])));
    return () => constants;
  }
  return (variables) => {
    const values: Record<string, unknown> = {};
    for (const { name, variable, isNullable, value } of planned) {
      if (variable === undefined) {
        values[name] = value;
        continue;
      }
      const given = Object.hasOwn(variables, variable) ? variables[variable] : undefined;
      if (given === undefined || (given === null && !isNullable)) return readAny(variables);
      values[name] = given;
    }
    return values;
  };
}

const metaFields: Record<string, GraphQLField<unknown, unknown>> = {
  [SchemaMetaFieldDef.name]: SchemaMetaFieldDef,
  [TypeMetaFieldDef.name]: TypeMetaFieldDef,
};

function findField(schema: GraphQLSchema, parentType: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> {
  const metaField = parentType === schema.getQueryType() ? metaFields[name] : undefined;
  if (metaField) describeSchema(schema);
  return metaField ?? parentType.getFields()[name]!;
}
