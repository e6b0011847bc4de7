import { type GraphQLResolveInfo, type GraphQLSchema, defaultFieldResolver } from 'graphql';
import { interpretOperations } from '../../contract/execution/execute-operation.ts';
import type { Executor } from '../../contract/executor.ts';
import type { RequestContext } from '../../contract/request-context.ts';
import { wrapResolvers } from '../../contract/schema.ts';
import { createExecutor, shareByDialect } from '../../server/app.ts';

/** The executor of requests whose fields can have faults. It is slower than the ordinary one, because delays take time. */
export interface FaultExecutor extends Executor<RequestContext> {
  schema: GraphQLSchema;
}

/** The executors of an instance. */
export interface Executors {
  ordinary: Executor<RequestContext>;
  /** Called only if fields can have faults. */
  withFaults(): FaultExecutor;
}

/** The faults of one request at its fields. */
export interface FieldFaults {
  /** Returns the value of a field, which is that of `resolve` unless a fault replaces it. */
  executeField(coordinate: string, info: GraphQLResolveInfo, resolve: () => unknown): unknown;
}

const faultsOfContexts = new WeakMap<RequestContext, FieldFaults>();

/** Sets the faults that apply while a request is executed by the executor with faults. */
export const setFieldFaults = (context: RequestContext, faults: FieldFaults): void =>
  void faultsOfContexts.set(context, faults);

/** Returns the executor of a dialect, which all instances share. It is created when it is first used. */
export const faultExecutorOf = shareByDialect((dialect, mockMode): FaultExecutor => {
  let schema: GraphQLSchema | undefined;
  // Only graphql-js waits for resolvers that return a promise.
  const executor = createExecutor(dialect, mockMode, interpretOperations, (each) => (schema = withFaults(each)));
  return { ...executor, schema: schema! };
});

/** Wraps every resolver of a schema: faults come before everything else. */
const withFaults = (schema: GraphQLSchema): GraphQLSchema =>
  wrapResolvers(
    schema,
    ({ resolve = defaultFieldResolver }, coordinate) =>
      (source, args, context: RequestContext, info) =>
        faultsOfContexts.get(context)!.executeField(coordinate, info, () => resolve(source, args, context, info)),
  );
