import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidationRule,
  GraphQLError as GraphQLErrorClass,
  execute,
  getOperationAST,
  getVariableValues,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { type DocumentLimits, createLimitsRule } from './limits.ts';

/** A parsed and valid document, or the errors that prevent its execution. */
interface PreparedDocument {
  document?: DocumentNode;
  errors?: readonly GraphQLError[];
}

/** One request, as GraphQL over HTTP names its parts. */
export interface GraphQLRequest {
  query: string;
  variables?: Readonly<Record<string, unknown>> | null;
  operationName?: string | null;
}

export interface GraphqlJsExecutorOptions<Context> {
  schema: GraphQLSchema;
  rules?: readonly ValidationRule[];
  limits: DocumentLimits;
  authorize: OperationAuthorizer<Context>;
}

/** Says why this viewer may not run an operation of this type at all; asked after the variables were coerced. */
export type OperationAuthorizer<Context> = (
  operation: OperationDefinitionNode,
  context: Context,
) => GraphQLError | undefined;

/** What executes requests, in the words of a dialect. */
export interface Executor<Context> {
  run(request: GraphQLRequest, context: Context): ExecutionResult | Promise<ExecutionResult>;
}

/** Characters of source text in the document cache; a typical document has a few hundred. */
export const maxCachedCharacters = 4_000_000;

/** An executor on graphql-js that parses and validates each document once. */
export function createGraphqlJsExecutor<Context>({
  schema,
  rules = [],
  limits,
  authorize,
}: GraphqlJsExecutorOptions<Context>): Executor<Context> {
  const cache = new LRUCache<string, PreparedDocument>({
    maxSize: maxCachedCharacters,
    sizeCalculation: (_, query) => query.length + 1,
  });
  const allRules = [...specifiedRules, createLimitsRule(limits), ...rules];

  function check(query: string): PreparedDocument {
    try {
      const document = parse(query, { maxTokens: limits.tokens });
      const errors = validate(schema, document, allRules);
      return errors.length > 0 ? { errors } : { document };
    } catch (error) {
      if (error instanceof GraphQLErrorClass) return { errors: [error] };
      // What is nested in thousands of levels exhausts the stack of parser and rules.
      if (error instanceof RangeError) return { errors: [new GraphQLErrorClass('The document is nested too deep.')] };
      throw error;
    }
  }

  function prepare(query: string): PreparedDocument {
    const known = cache.get(query);
    if (known) return known;
    const prepared = check(query);
    cache.set(query, prepared);
    return prepared;
  }

  return {
    run({ query, variables, operationName }, context) {
      const { document, errors } = prepare(query);
      if (!document) return { errors: errors! };
      const operation = getOperationAST(document, operationName);
      const refusal = operation && authorize(operation, context);
      if (refusal) {
        const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {}, {
          maxErrors: 50,
        });
        return coerced.errors ? { errors: coerced.errors } : { errors: [refusal], data: null };
      }
      return execute({ schema, document, contextValue: context, variableValues: variables, operationName });
    },
  };
}
