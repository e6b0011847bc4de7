import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  defaultFieldResolver,
  isNonNullType,
} from 'graphql';
import { checkValue, createCompleter } from './complete-value.ts';
import type { Execution, FieldPlan } from './execution.ts';
import { ResolveInfo } from './resolve-info.ts';

type Position = Pick<FieldPlan, 'index' | 'key' | 'depth' | 'nodes' | 'parent'>;

/** Plans a field other than `__typename`. */
export function planField(schema: GraphQLSchema, parentType: GraphQLObjectType, position: Position): FieldPlan {
  const definition = findField(schema, parentType, position.nodes[0]!.name.value);
  const { type, resolve } = definition;
  const field: FieldPlan = {
    ...position,
    parentType,
    definition,
    resolve: resolve === defaultFieldResolver ? undefined : resolve,
    isNullable: !isNonNullType(type),
    complete: () => null,
  };
  field.complete = createCompleter(type, field, field.depth);
  return field;
}

function findField(schema: GraphQLSchema, parentType: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> {
  if (parentType === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  return parentType.getFields()[name]!;
}

/** Executes a field of an object: its value, or null after an error. Throws the error of a field that is not nullable. */
export function executeField(field: FieldPlan, source: unknown, execution: Execution): unknown {
  execution.path[field.depth] = field.key;
  try {
    const value = resolveField(field, source, execution);
    checkValue(value);
    return field.complete(value, execution);
  } catch (error) {
    return execution.handleError(error, field.nodes, field.depth, field.isNullable);
  }
}

function resolveField(field: FieldPlan, source: unknown, execution: Execution): unknown {
  const args = execution.argumentsOf(field);
  const { resolve, definition } = field;
  if (resolve) return resolve(source, args, execution.contextValue, new ResolveInfo(field, execution));
  if ((typeof source !== 'object' && typeof source !== 'function') || source === null) return undefined;
  const property = (source as Record<string, unknown>)[definition.name];
  if (typeof property !== 'function') return property;
  return (source as Record<string, Function>)[definition.name]!(
    args,
    execution.contextValue,
    new ResolveInfo(field, execution),
  );
}
