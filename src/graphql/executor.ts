import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  type NamedTypeNode,
  type OperationDefinitionNode,
  coerceInputValue,
  getOperationAST,
  getVariableValues,
  isInputType,
  parse,
  specifiedRules,
  typeFromAST,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { createExecute } from './execute.ts';
import { type DocumentLimits, createLimitsRule } from './limits.ts';

/** The parameters of a GraphQL request, as named by the GraphQL-over-HTTP specification. */
export interface GraphQLRequest {
  query: string;
  variables?: Readonly<Record<string, unknown>> | null;
  operationName?: string | null;
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

/** A document that was parsed and validated, or the errors that prevent its execution. */
interface ValidatedDocument {
  document?: DocumentNode;
  errors?: readonly GraphQLError[];
}

/** Keeps the documents that were used last, by their text: up to half a million characters, because a parsed document takes far more memory than its text. */
export const createDocumentCache = <T extends {}>(): LRUCache<string, T> =>
  new LRUCache({ maxSize: 500_000, sizeCalculation: (_, key) => 1000 + key.length });

/** Documents longer than this have one error each: an error can contain the whole document. */
const longDocument = 20_000;

/** Creates an executor with the results and error texts of graphql-js. It parses and validates a document once, as long as it is in the cache. */
export function createGraphqlExecutor<Context>(
  schema: GraphQLSchema,
  limits: DocumentLimits,
  authorize: OperationAuthorizer<Context>,
): Executor<Context> {
  const cache = createDocumentCache<ValidatedDocument>();
  const execute = createExecute(schema);
  const rules = [...specifiedRules, createLimitsRule(limits)];
  const parseDocument = (query: string) => parse(query, { maxTokens: limits.tokens });

  function validateDocument(query: string): ValidatedDocument {
    try {
      const document = parseDocument(query);
      if (document.definitions.length > limits.definitions)
        return refuse(`The document exceeds the maximum of ${limits.definitions} definitions.`);
      const errors = validate(schema, document, rules, { maxErrors: query.length > longDocument ? 1 : 100 });
      return errors.length > 0 ? { errors: errors.map(clarifyError) } : { document };
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: [error] };
      // Thousands of nested levels exhaust the stack of the parser and the rules.
      if (error instanceof RangeError) return refuse('The document is nested too deep.');
      throw error;
    }
  }

  function prepare(query: string): ValidatedDocument {
    let prepared = cache.get(query);
    if (!prepared) cache.set(query, (prepared = validateDocument(query)));
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
      // The execution coerces variables too; its errors have the whole values.
      const variableErrors =
        operation && (authorizationError || isLong(variables))
          ? findVariableErrors(schema, operation, variables ?? {})
          : undefined;
      if (variableErrors) return { errors: variableErrors };
      if (authorizationError) return { errors: [authorizationError], data: null };
      return execute({ document, contextValue: context, variableValues: variables, operationName });
    },
  };
}

/**
 * The errors of the variables of an operation, at most 50. Each message of graphql-js repeats the whole value, so long variables have only
 * their first error, with a short message.
 */
export function findVariableErrors(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): readonly GraphQLError[] | undefined {
  if (isLong(variables))
    for (const { variable, type: node } of variableDefinitions) {
      const { value: name } = variable.name;
      const type = typeFromAST(schema, node as NamedTypeNode);
      if (!isInputType(type) || !Object.hasOwn(variables, name)) continue;
      try {
        coerceInputValue(variables[name], type, (path, _, { message }) => {
          const place = [name, ...path].join('.');
          const text = `Variable "$${name}" got an invalid value at "${place}": ${message.slice(0, 1000)}`;
          throw new GraphQLError(text, { nodes: variable });
        });
      } catch (error) {
        return [error as GraphQLError];
      }
    }
  return getVariableValues(schema, variableDefinitions, variables, { maxErrors: 50 }).errors;
}

/** Whether a value has more than some thousand characters and members. Stops to count then. */
export function isLong(value: unknown): boolean {
  let rest = longDocument;
  const count = (each: unknown): boolean => {
    rest -= typeof each === 'string' ? each.length : 4;
    if (rest < 0) return true;
    if (typeof each !== 'object' || each === null) return false;
    const values = Object.values(each);
    return values.length * 4 > rest || values.some(count);
  };
  return count(value);
}

const refuse = (message: string): ValidatedDocument => ({ errors: [new GraphQLError(message)] });

/** graphql-js stops to compare fields after many comparisons. */
const clarifyError = (error: GraphQLError): GraphQLError =>
  error.message === 'Validation aborted.'
    ? new GraphQLError('The document repeats fields and fragments too often to be validated.')
    : error;
