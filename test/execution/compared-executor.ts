import assert from 'node:assert/strict';
import type { ExecutionResult } from 'graphql';
import { demoWorldFolder } from '../../src/cases/demo-world.ts';
import type { Executor, GraphQLRequest } from '../../src/contract/executor.ts';
import { compileOperations, interpretOperations } from '../../src/execution/execute-operation.ts';
import type { RequestContext } from '../../src/contract/request-context.ts';
import type { MockMode, ServerDialect } from '../../src/contract/server-dialect.ts';
import { createExecutor } from '../../src/server/executors.ts';
import { kindNames } from '../../src/store/kinds.ts';
import { Store } from '../../src/store/store.ts';
import type { Tables } from '../../src/store/tables.ts';
import { loadWorldTables } from '../../src/store/world.ts';
import { describeResult } from './compare-results.ts';

const tables = loadWorldTables(demoWorldFolder, Date.now());
// Signing in and out writes them outside of GraphQL.
const otherKinds = new Set(['revocations', 'oauthCodes', 'oauthTokens']);
const writtenKinds = kindNames.filter((kind) => !otherKinds.has(kind));
const describeRecords = (store: Store): string =>
  JSON.stringify(writtenKinds.map((kind) => [kind, store.highestId(kind), store.all(kind)]));

/** Runs each request by plans and, on a store of its own, by graphql-js. The results and the records must be the same. */
export function createComparedExecutor(dialect: ServerDialect, mockMode?: MockMode) {
  const compiled = createExecutor(dialect, mockMode, (schema) => compileOperations(schema, 1));
  const interpreted = createExecutor(dialect, mockMode, interpretOperations);
  const shadows = new WeakMap<Store, Store>();
  const counts = { results: 0, withData: 0, withErrors: 0, thrown: 0, writes: 0 };
  let time = Date.now();

  /** Creates a store with the demo world that the executor accepts. */
  function createStore(): Store {
    const shadow = new Store(tables.copy(), () => time);
    const store = new (class extends Store {
      override async replace(frozen: Tables): Promise<void> {
        await shadow.replace(frozen);
        await super.replace(frozen);
      }
    })(tables.copy(), () => time);
    shadows.set(store, shadow);
    return store;
  }

  const run: Executor<RequestContext>['run'] = (request, context) => {
    time += 1000;
    const { store, viewer } = context;
    const shadow = shadows.get(store)!;
    const before = describeRecords(shadow);
    const expected = outcomeOf(interpreted, request, {
      ...context,
      store: shadow,
      viewer: viewer && shadow.find('users', viewer.id)!,
    });
    const actual = outcomeOf(compiled, request, context);
    const message = JSON.stringify(request);
    assert.equal(describeOutcome(actual), describeOutcome(expected), message);
    const after = describeRecords(shadow);
    assert.ok(describeRecords(store) === after, `other records after ${message}`);
    counts.results += 1;
    if (before !== after) counts.writes += 1;
    if ('thrown' in actual) {
      counts.thrown += 1;
      throw actual.thrown;
    }
    if (actual.data) counts.withData += 1;
    if (actual.errors) counts.withErrors += 1;
    return actual;
  };
  return { executor: { ...compiled, run }, createStore, counts };
}

type Outcome = ExecutionResult | { thrown: unknown };

function outcomeOf(executor: Executor<RequestContext>, request: GraphQLRequest, context: RequestContext): Outcome {
  try {
    // Variables are parsed JSON, which belongs to the request.
    const result = executor.run({ ...request, variables: structuredClone(request.variables) }, context);
    assert.ok(!(result instanceof Promise), 'execution is synchronous');
    return result;
  } catch (thrown) {
    return { thrown };
  }
}

const describeOutcome = (outcome: Outcome): string =>
  'thrown' in outcome ? `thrown: ${String(outcome.thrown)}` : describeResult(outcome);
