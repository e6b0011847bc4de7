import {
  BREAK,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
  execute,
  getOperationAST,
  getVariableValues,
  visit,
} from 'graphql';
import type { CompiledQuery } from 'graphql-jit';
import { describeSchema } from './descriptions.ts';

/** How often graphql-js executes a query before it is compiled, which takes as long as some executions. */
const usesBeforeCompiling = 5;

/** The characters of the longest document that is compiled: of longer ones, that can take seconds. */
const maxCompiledLength = 5000;

// Loading it is a good part of a start, and most test runs repeat no query often enough.
let graphqlJit: typeof import('graphql-jit') | undefined;
let loading: Promise<unknown> | undefined;

/** What is known of an operation: how often it was executed, and its compiled form; null if it cannot be compiled. */
interface KnownOperation {
  uses: number;
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
 * Creates the function that executes the operations of a schema. graphql-jit compiles queries that are used again and executes them while
 * they have no errors. Everything else is executed by graphql-js, whose results these are by definition.
 */
export function createExecute(schema: GraphQLSchema) {
  const known = new WeakMap<OperationDefinitionNode, KnownOperation>();
  const seen = new WeakSet<DocumentNode>();

  /** The compiled form of a query; null if it was not used often, or cannot be compiled. */
  function findCompiled(document: DocumentNode, operation: OperationDefinitionNode): CompiledQuery | null {
    let entry = known.get(operation);
    if (!entry) known.set(operation, (entry = { uses: 0, compiled: undefined }));
    entry.uses += 1;
    const isLong = (document.loc?.end ?? 0) > maxCompiledLength;
    if (entry.compiled === undefined && entry.uses > usesBeforeCompiling && !isLong) {
      if (!graphqlJit) {
        loading ??= import('graphql-jit').then((module) => (graphqlJit = module));
        return null;
      }
      const compiled = graphqlJit.compileQuery(schema, document, operation.name?.value ?? '');
      entry.compiled = graphqlJit.isCompiledQuery(compiled) ? compiled : null;
    }
    return entry.compiled ?? null;
  }

  return (request: Omit<ExecutionArgs, 'schema'>): ExecutionResult | Promise<ExecutionResult> => {
    const { document, operationName, variableValues, contextValue } = request;
    if (!seen.has(document) && asksForSchema(document)) describeSchema(schema);
    seen.add(document);
    const operation = getOperationAST(document, operationName);
    // Faults are applied while a request is executed, and count: each field is executed once then.
    const hasFaults = (contextValue as { faults?: unknown } | undefined)?.faults !== undefined;
    const compiled =
      operation?.operation === OperationTypeNode.QUERY && !hasFaults ? findCompiled(document, operation) : null;
    if (compiled) {
      // graphql-jit has other texts for errors of variables, so graphql-js coerces them first.
      const { coerced } = getVariableValues(schema, operation!.variableDefinitions ?? [], variableValues ?? {});
      const result = coerced && compiled.query(undefined, contextValue, coerced);
      if (result && !(result instanceof Promise) && !result.errors) return result;
    }
    return execute({ schema, ...request });
  };
}
