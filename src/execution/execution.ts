import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  locatedError,
} from 'graphql';

/** The fields that are selected on an object type. */
export interface SelectionPlan {
  /** An object with the response keys in their order, and the values of `__typename`. */
  template: Record<string, unknown>;
  fields: readonly FieldPlan[];
  /** How many executions remain until code is generated. */
  executionsBeforeCode: number;
  /** The generated code. */
  execute: ((source: unknown, execution: Execution) => Record<string, unknown>) | undefined;
}

/** Returns the value in the response of a resolved value. */
export type CompleteValue = (value: unknown, execution: Execution) => unknown;

/** Returns the result of `getArgumentValues` of graphql-js for the coerced variables of an execution. */
export type ReadArguments = (variables: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** How one field of an object type is executed. */
export interface FieldPlan {
  /** The number of the field in its operation. */
  index: number;
  /** The response key. */
  key: string;
  /** The position of the key in the path. */
  depth: number;
  name: string;
  nodes: readonly FieldNode[];
  /** The field whose selections contain this one. */
  parent: FieldPlan | undefined;
  parentType: GraphQLObjectType;
  definition: GraphQLField<unknown, unknown>;
  /** Undefined if the value is the property of the source. */
  resolve: GraphQLFieldResolver<unknown, unknown> | undefined;
  /** Returns the argument values; undefined if the field has no arguments. */
  readArguments: ReadArguments | undefined;
  isNullable: boolean;
  complete: CompleteValue;
}

/** What an execution needs of the plan of its operation. */
export interface Plan {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Record<string, FragmentDefinitionNode>;
  planSelection(type: GraphQLObjectType, parent: FieldPlan, depth: number, execution: Execution): SelectionPlan;
}

/** Thrown if a resolver returns a promise; plans are executed synchronously. */
export class PromiseFoundError extends Error {}

const noArguments = Object.freeze({});

/** The state of one execution. */
export class Execution {
  readonly errors: GraphQLError[] = [];
  /** The keys that lead to the current field or list item. Keys beyond its depth are those of earlier fields. */
  readonly path: (string | number)[] = [];
  readonly #args: Record<string, unknown>[] = [];

  constructor(
    readonly plan: Plan,
    readonly contextValue: unknown,
    readonly variableValues: Record<string, unknown>,
  ) {}

  /** The argument values of a field; they are the same for every object of a list. */
  argumentsOf({ readArguments, index }: FieldPlan): Record<string, unknown> {
    return readArguments ? (this.#args[index] ??= readArguments(this.variableValues)) : noArguments;
  }

  /** Handles the error of the field or list item at `depth`: records it if the position is nullable, else throws it. */
  handleError(thrown: unknown, nodes: readonly FieldNode[], depth: number, isNullable: boolean): null {
    if (thrown instanceof PromiseFoundError) throw thrown;
    const error = locatedError(thrown, nodes, this.path.slice(0, depth + 1));
    if (!isNullable) throw error;
    this.errors.push(error);
    return null;
  }
}

/** Throws a resolved value that is an Error, and PromiseFoundError for a promise. */
export function checkValue(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (value instanceof Error) throw value;
  rejectPromise(value);
}

/** Throws PromiseFoundError if a resolver returned a promise. */
export function rejectPromise(value: unknown): void {
  if (typeof (value as { then?: unknown } | null | undefined)?.then === 'function')
    throw new PromiseFoundError('A resolver returned a promise.');
}
