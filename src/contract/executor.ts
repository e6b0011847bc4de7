import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql';

/** The parameters of a GraphQL request, as named by the GraphQL-over-HTTP specification. */
export interface GraphQLRequest {
  query: string;
  variables?: Readonly<Record<string, unknown>> | null;
  operationName?: string | null;
  /** Reads the same request from the text of its body; undefined if the body alone does not tell. */
  readAgain?: () => GraphQLRequest;
}

/** Executes GraphQL requests; the texts of errors are those of its dialect. */
export interface Executor<Context> {
  /** The schema of the requests. */
  schema: GraphQLSchema;
  /** Parses a document. Throws an error for invalid syntax, and for a document that is too large. */
  parse(query: string): DocumentNode;
  run(request: GraphQLRequest, context: Context): ExecutionResult | Promise<ExecutionResult>;
}

/**
 * Returns the error if the viewer may not run an operation of this type at all. Called for each operation of a valid document, after
 * variable coercion.
 */
export type OperationAuthorizer<Context> = (
  operation: OperationDefinitionNode,
  context: Context,
) => GraphQLError | undefined;
