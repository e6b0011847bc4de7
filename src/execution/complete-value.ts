import {
  GraphQLError,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLList,
  type GraphQLObjectType,
  type GraphQLOutputType,
  defaultTypeResolver,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { inspect } from 'graphql/jsutils/inspect.js';
import { executeSelection } from './execute-fields.ts';
import { type CompleteValue, type FieldPlan, type SelectionPlan, checkValue, rejectPromise } from './execution.ts';
import { ResolveInfo } from './resolve-info.ts';
import { findRuntimeType } from './runtime-type.ts';

/** Creates the completion of values of a type; `depth` is the position of the last key of their paths. */
export function createCompleter(type: GraphQLOutputType, field: FieldPlan, depth: number): CompleteValue {
  if (isNonNullType(type)) return completeNonNull(type.ofType, field, depth);
  if (isListType(type)) return completeList(type, field, depth);
  if (isLeafType(type)) return completeLeaf(type);
  if (isObjectType(type)) return completeObject(type, field, depth);
  return completeAbstract(type, field, depth);
}

function completeNonNull(type: GraphQLOutputType, field: FieldPlan, depth: number): CompleteValue {
  const complete = createCompleter(type, field, depth);
  return (value, execution) => {
    const completed = complete(value, execution);
    if (completed !== null) return completed;
    throw new Error(`Cannot return null for non-nullable field ${field.parentType.name}.${field.definition.name}.`);
  };
}

function completeLeaf(type: GraphQLLeafType): CompleteValue {
  return (value) => {
    if (value === null || value === undefined) return null;
    const serialized = type.serialize(value);
    if (serialized !== null && serialized !== undefined) return serialized;
    throw new Error(
      `Expected \`${inspect(type)}.serialize(${inspect(value)})\` to return non-nullable value, returned: ${inspect(serialized)}`,
    );
  };
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && typeof (value as Iterable<unknown> | null)?.[Symbol.iterator] === 'function';

function completeList({ ofType }: GraphQLList<GraphQLOutputType>, field: FieldPlan, depth: number): CompleteValue {
  const itemDepth = depth + 1;
  const complete = createCompleter(ofType, field, itemDepth);
  const isNullable = !isNonNullType(ofType);
  return (value, execution) => {
    if (value === null || value === undefined) return null;
    if (!isIterable(value))
      throw new GraphQLError(
        `Expected Iterable, but did not find one for field "${field.parentType.name}.${field.definition.name}".`,
      );
    const results: unknown[] = [];
    for (const item of value) {
      execution.path[itemDepth] = results.length;
      try {
        checkValue(item);
        results.push(complete(item, execution));
      } catch (error) {
        results.push(execution.handleError(error, field.nodes, itemDepth, isNullable));
      }
    }
    return results;
  };
}

function completeObject(type: GraphQLObjectType, field: FieldPlan, depth: number): CompleteValue {
  let selection: SelectionPlan | undefined;
  return (value, execution) => {
    if (value === null || value === undefined) return null;
    selection ??= execution.plan.planSelection(type, field, depth + 1, execution);
    return executeSelection(selection, value, execution);
  };
}

function completeAbstract(type: GraphQLAbstractType, field: FieldPlan, depth: number): CompleteValue {
  const resolveType = type.resolveType ?? defaultTypeResolver;
  const selections = new Map<GraphQLObjectType, SelectionPlan>();
  return (value, execution) => {
    if (value === null || value === undefined) return null;
    const name = resolveType(value, execution.contextValue, new ResolveInfo(field, execution), type);
    rejectPromise(name);
    const objectType = findRuntimeType(name, type, field, value, execution);
    let selection = selections.get(objectType);
    if (!selection) {
      selection = execution.plan.planSelection(objectType, field, depth + 1, execution);
      selections.set(objectType, selection);
    }
    return executeSelection(selection, value, execution);
  };
}
