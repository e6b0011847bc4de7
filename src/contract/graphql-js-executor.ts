import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type ValidationRule,
  getOperationAST,
  getVariableValues,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { type DocumentLimits, createLimitsRule } from './document-limits.ts';
import { type CreateExecute, compileOperations } from './execution/execute-operation.ts';
import { type Executor, type OperationAuthorizer, maxCachedCharacters } from './executor.ts';

/** A document that was parsed and validated, or the errors that prevent its execution. */
export interface ValidatedDocument {
  document?: DocumentNode;
  errors?: readonly GraphQLError[];
}

export interface GraphqlJsExecutorOptions<Context> {
  schema: GraphQLSchema;
  /** Validation rules in addition to those of the GraphQL specification. */
  rules?: readonly ValidationRule[];
  limits: DocumentLimits;
  authorize: OperationAuthorizer<Context>;
  /** How operations are executed. Default: by plans. */
  createExecute?: CreateExecute;
}

/** Creates an executor with the results and error texts of graphql-js. It parses and validates each document once, as long as the document is in its cache. */
export function createGraphqlJsExecutor<Context>({
  schema,
  rules = [],
  limits,
  authorize,
  createExecute = compileOperations,
}: GraphqlJsExecutorOptions<Context>): Executor<Context> {
  const cache = new LRUCache<string, ValidatedDocument>({
    maxSize: maxCachedCharacters,
    sizeCalculation: (_, query) => query.length + 1,
  });
  const execute = createExecute(schema);
  const allRules = [...specifiedRules, createLimitsRule(limits), ...rules];

  function parseAndValidate(query: string): ValidatedDocument {
    try {
      const document = parse(query, { maxTokens: limits.tokens });
      const errors = validate(schema, document, allRules);
      return errors.length > 0 ? { errors } : { document };
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] };
      // Thousands of nested levels exhaust the stack of the parser and the rules.
      if (error instanceof RangeError) return { errors: [new GraphQLError('The document is nested too deep.')] };
      throw error;
    }
  }

  function prepare(query: string): ValidatedDocument {
    const cached = cache.get(query);
    if (cached) return cached;
    const prepared = parseAndValidate(query);
    cache.set(query, prepared);
    return prepared;
  }

  return {
    run({ query, variables, operationName }, context) {
      const { document, errors } = prepare(query);
      if (!document) return { errors: errors! };
      const operation = getOperationAST(document, operationName);
      const authorizationError = operation && authorize(operation, context);
      if (authorizationError) {
        const coercion = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {}, {
          maxErrors: 50,
        });
        return coercion.errors ? { errors: coercion.errors } : { errors: [authorizationError], data: null };
      }
      return execute({ document, contextValue: context, variableValues: variables, operationName });
    },
  };
}
