import {
  BREAK,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
  execute,
  getOperationAST,
  getVariableValues,
  visit,
} from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { compileOperation } from './compile.ts';
import { describeSchema } from './descriptions.ts';

/** How often graphql-js executes a query before it is compiled, which takes as long as some executions. */
export const usesBeforeCompiling = 5;

/** What is known of an operation. */
interface KnownOperation {
  uses: number;
  /** Null if it cannot be compiled. */
  compiled: CompiledQuery | null | undefined;
}

/** Whether a document asks for the schema, and may show its descriptions. */
function asksForSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    Field: ({ name }) => {
      asks = name.value === '__schema' || name.value === '__type';
      return asks ? BREAK : undefined;
    },
  });
  return asks;
}

/**
 * Creates the function that executes the operations of a schema. graphql-js executes. Queries that are used again, and that graphql-jit is
 * known to execute equally, are compiled; if a compiled query has errors, graphql-js executes it again.
 */
export function createExecute(schema: GraphQLSchema) {
  const known = new WeakMap<OperationDefinitionNode, KnownOperation>();
  const seen = new WeakSet<DocumentNode>();

  /** The compiled form of an operation; undefined if it was not used often, or cannot be compiled. */
  function findCompiled(document: DocumentNode, operation: OperationDefinitionNode): CompiledQuery | null | undefined {
    let entry = known.get(operation);
    if (!entry) known.set(operation, (entry = { uses: 0, compiled: undefined }));
    entry.uses += 1;
    if (entry.compiled === undefined && entry.uses > usesBeforeCompiling)
      entry.compiled = compileOperation(schema, document, operation);
    return entry.compiled;
  }

  return (request: Omit<ExecutionArgs, 'schema'>): ExecutionResult | Promise<ExecutionResult> => {
    const { document, operationName, variableValues, contextValue } = request;
    if (!seen.has(document) && asksForSchema(document)) describeSchema(schema);
    seen.add(document);
    const operation = getOperationAST(document, operationName);
    // Faults are applied while a request is executed, and count: each field is executed once then.
    const hasFaults = (contextValue as { faults?: unknown } | undefined)?.faults !== undefined;
    const compiled = operation && !hasFaults ? findCompiled(document, operation) : undefined;
    if (compiled) {
      // graphql-jit has other texts for errors of variables, so graphql-js coerces them first.
      const { coerced } = getVariableValues(schema, operation!.variableDefinitions ?? [], variableValues ?? {});
      // Resolvers write into the context, and graphql-js must not find what they have written.
      const ownContext = Object.create(contextValue as object) as object;
      const result = coerced && compiled.query(undefined, ownContext, coerced);
      if (result && !(result instanceof Promise) && !result.errors) {
        Object.assign(contextValue as object, ownContext);
        return result;
      }
    }
    return execute({ schema, ...request });
  };
}
