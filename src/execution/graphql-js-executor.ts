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
import { createDocumentCache } from './document-cache.ts';
import { type DocumentLimits, createLimitsRule } from './document-limits.ts';
import type { CreateExecute, Executor, OperationAuthorizer } from '../contract/executor.ts';
import { compileOperations } from './execute-operation.ts';

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

/** Creates an executor with the results and error texts of graphql-js. It parses and validates a valid document once, as long as the document is in its cache. */
export function createGraphqlJsExecutor<Context>({
  schema,
  rules = [],
  limits,
  authorize,
  createExecute = compileOperations,
}: GraphqlJsExecutorOptions<Context>): Executor<Context> {
  const cache = createDocumentCache<ValidatedDocument>();
  const execute = createExecute(schema);
  const allRules = [...specifiedRules, createLimitsRule(limits), ...rules];

  const parseDocument = (query: string) => parse(query, { maxTokens: limits.tokens });

  function parseAndValidate(query: string): ValidatedDocument {
    try {
      const document = parseDocument(query);
      if (document.definitions.length > limits.definitions)
        return refuse(`The document exceeds the maximum of ${limits.definitions} definitions.`);
      const errors = validate(schema, document, allRules, { maxErrors: maxErrorsOf(query) });
      return errors.length > 0 ? { errors: errors.map(clarifyError) } : { document };
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] };
      // Thousands of nested levels exhaust the stack of the parser and the rules.
      if (error instanceof RangeError) return refuse('The document is nested too deep.');
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
    schema,
    parse: parseDocument,
    run({ query, variables, operationName }, context) {
      const { document, errors } = prepare(query);
      if (!document) return { errors: errors! };
      const operation = getOperationAST(document, operationName);
      const authorizationError = operation && authorize(operation, context);
      const areVariablesLarge = hasMoreValues(variables, maxSmallVariables);
      if (operation && (authorizationError || areVariablesLarge)) {
        // Each error can contain all of the variables.
        const options = { maxErrors: areVariablesLarge ? 1 : 50 };
        const coercion = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {}, options);
        if (coercion.errors) return { errors: coercion.errors };
        if (authorizationError) return { errors: [authorizationError], data: null };
      }
      return execute({ document, contextValue: context, variableValues: variables, operationName });
    },
  };
}

const refuse = (message: string): ValidatedDocument => ({ errors: [new GraphQLError(message)] });

/** The number of characters of errors about a document, if each error contains the whole document. */
export const maxErrorCharacters = 2_000_000;

/** How many errors of a document are reported: 100, which is graphql-js's default, or fewer errors of a long document. */
const maxErrorsOf = ({ length }: string): number => Math.min(100, Math.max(1, Math.floor(maxErrorCharacters / length)));

/** graphql-js stops to compare fields after many comparisons. */
const clarifyError = (error: GraphQLError): GraphQLError =>
  error.message === 'Validation aborted.'
    ? new GraphQLError('The document repeats fields and fragments too often to be validated.')
    : error;

/** The number of values in variables whose errors are all reported. */
export const maxSmallVariables = 1000;

/** Whether a JSON value has more than `count` values in it; a hundred characters count as one value. */
function hasMoreValues(value: unknown, count: number): boolean {
  let rest = count;
  const subtract = (each: unknown): void => {
    rest -= 1 + (typeof each === 'string' ? each.length / 100 : 0);
    if (typeof each !== 'object' || each === null) return;
    for (const name in each) {
      if (rest < 0) return;
      rest -= name.length / 100;
      subtract((each as Record<string, unknown>)[name]);
    }
  };
  subtract(value);
  return rest < 0;
}
