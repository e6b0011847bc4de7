import type { ExecutionResult } from 'graphql';
import type { Behavior } from '../graphql/behavior.ts';
import type { Context } from './endpoint.ts';
import { StorageError } from '../errors.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { Executor, GraphQLRequest } from '../graphql/executor.ts';
import type { User } from '../records/records.ts';
import { requestOrigin } from './http/origins.ts';

/** The execution of a GraphQL request. */
export interface Execution<C = Context> {
  ctx: C;
  request: GraphQLRequest;
  context: RequestContext;
}

type Result = ExecutionResult | Promise<ExecutionResult>;

/** A step that each execution passes: the list of them is in `stand-in/app.ts`. `next` does the steps below it and executes the request. */
export type ExecutionStep<C = Context> = (execution: Execution<C>, next: () => Result) => Result;

/** Creates the function with which endpoints execute GraphQL requests. Each request passes the steps from top to bottom. */
export function createExecution<C extends Context>(
  steps: readonly ExecutionStep<C>[],
  executor: Executor<RequestContext>,
  behavior: Behavior,
): (ctx: C, request: GraphQLRequest, viewer: User | null) => Result {
  const run = steps.reduceRight<(execution: Execution<C>) => Result>(
    (next, step) => (execution) => step(execution, () => next(execution)),
    ({ request, context }) => executor.run(request, context),
  );
  return (ctx, request, viewer) => {
    const { application, world } = ctx.state;
    const context: RequestContext = {
      viewer,
      scopes: application?.scopes,
      store: world.store,
      behavior,
      // Few requests ask for URLs.
      get origin() {
        return requestOrigin(ctx);
      },
    };
    return run({ ctx, request, context });
  };
}

/**
 * The step that waits until every write that a result can show is stored. Rejects with a StorageError if such a write was undone, or came
 * while all records are replaced. Servers that share records write one at a time, so nothing but the execution happens within: delays
 * come before or after it.
 */
export const storeWrites: ExecutionStep = ({ request, context }, next) => {
  const { store, viewer } = context;
  const run = (): Result => {
    // Another server can have changed the user.
    if (store.isShared) context.viewer = viewer && (store.find('users', viewer.id) ?? null);
    const result = next();
    return result instanceof Promise ? result.then(refuseUnstored) : refuseUnstored(result);
  };
  // Only what can be a mutation waits for the other servers.
  return store.isShared && !/\bmutation\b/.test(request.query) ? store.read(run) : store.write(run);
};

/** Throws the StorageError of a field that could not write, so that the whole request gets its status. */
function refuseUnstored(result: ExecutionResult): ExecutionResult {
  const refused = result.errors?.find(({ originalError }) => originalError instanceof StorageError);
  if (refused) throw refused.originalError;
  return result;
}
