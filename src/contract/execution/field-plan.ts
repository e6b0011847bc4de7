import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  defaultFieldResolver,
  isNonNullType,
} from 'graphql';
import { describeSchema } from '../descriptions.ts';
import { createCompleter } from './complete-value.ts';
import type { FieldPlan } from './execution.ts';

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
    hasArguments: definition.args.length > 0,
    isNullable: !isNonNullType(type),
    complete: () => null,
  };
  field.complete = createCompleter(type, field, field.depth);
  return field;
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
