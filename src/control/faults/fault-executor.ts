import { type GraphQLSchema, defaultFieldResolver } from 'graphql';
import { interpretOperations } from '../../execution/execute-operation.ts';
import type { Executor } from '../../contract/executor.ts';
import type { RequestContext } from '../../contract/request-context.ts';
import { wrapResolvers } from '../../contract/schema.ts';
import { createExecutor, shareByDialect } from '../../server/executors.ts';

/** The executors of a server. */
export interface Executors {
  ordinary: Executor<RequestContext>;
  /** The executor of requests whose fields can have faults. It is slower, because delays take time. Called only if it is needed. */
  withFaults(): Executor<RequestContext>;
}

/** Returns the executor of a dialect, which all servers of this process share. It is created when it is first used. */
export const faultExecutorOf = shareByDialect((dialect, mockMode): Executor<RequestContext> => {
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
        context.faults!.executeField(coordinate, info, () => resolve(source, args, context, info)),
  );
