import { MapperKind, mapSchema } from '@graphql-tools/utils';
import { type ExecutionResult, type GraphQLSchema, execute, getNullableType } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '../../../contract/request-context.ts';
import {
  type OperationAuthorizer,
  type GraphQLRequest,
  type Executor,
  maxCachedCharacters,
} from '../../../contract/executor.ts';
import { SimulatedServerError } from '../../../errors.ts';
import { type PreparedDocument, createValidator } from '../../graphql-ruby/validator.ts';
import type { FormattedError } from '../../graphql-ruby/errors/formatted-error.ts';
import { graphqlRubyOptions } from './graphql-ruby-options.ts';
import { formatResult } from './format-result.ts';
import { sortTypesAndDirectives } from '../schema/introspection-order.ts';

const refused = (errors: readonly FormattedError[]): ExecutionResult => ({ errors: errors as never });

const cacheOf = () =>
  new LRUCache<string, PreparedDocument>({ maxSize: maxCachedCharacters, sizeCalculation: (_, key) => key.length + 1 });

/** graphql-js executes, and graphql-ruby has the word on what is refused before. Throws Crash. */
export function createDecidimExecutor(
  judged: GraphQLSchema,
  refuse: OperationAuthorizer<RequestContext>,
): Executor<RequestContext> {
  const schema = sortTypesAndDirectives(judged);
  const schemas = { query: schema, subscription: schema, mutation: withNullableRoots(schema) };
  const language = createValidator({ schema, ...graphqlRubyOptions });
  // Administrators may know more of the schema than others.
  const caches = { open: cacheOf(), hidden: cacheOf() };

  function prepare({ query, operationName }: GraphQLRequest, introspection: boolean): PreparedDocument {
    const cache = introspection ? caches.open : caches.hidden;
    const key = typeof operationName === 'string' ? JSON.stringify([operationName, query]) : query;
    const known = cache.get(key);
    if (known) return known;
    const prepared = language.prepare(query, operationName, introspection);
    cache.set(key, prepared);
    return prepared;
  }

  /** What is said of the variables and of the size of the operation, in this order. */
  const refusals = (prepared: PreparedDocument, variables: Variables): readonly FormattedError[] => {
    const found = language.validateVariables(prepared, variables);
    return found.length > 0 ? found : language.analyzeOperation(prepared, variables);
  };

  return {
    run(request, context) {
      const prepared = prepare(request, context.viewer?.admin === true);
      const { document, operation, errors = [] } = prepared;
      if (!document || !operation) return refused(errors);
      const variables = variablesOf(request, operation.variableDefinitions?.length ?? 0);
      const found = refusals(prepared, variables);
      if (found.length > 0) return refused(found);
      const refusal = refuse(operation, context);
      if (refusal) return formatResult({ errors: [refusal], data: null }, document);
      const { operation: kind, name } = operation;
      const run = (variableValues: Variables) =>
        execute({
          schema: schemas[kind],
          document,
          contextValue: context,
          variableValues,
          operationName: name?.value,
        });
      const told = (result: ExecutionResult) => formatResult(kind === 'mutation' ? wholly(result) : result, document);
      const first = run(variables);
      if (first instanceof Promise) return first.then(told);
      if ('data' in first) return told(first);
      // What graphql-js refuses of the variables, before it runs anything, is a whole number that was written as a float.
      const second = run(unboxed(variables) as Variables);
      return second instanceof Promise ? second.then(told) : told(second);
    },
  };
}

/** The platform goes on with the next field of a mutation when one came to nothing, though the whole will be null. */
const withNullableRoots = (schema: GraphQLSchema): GraphQLSchema =>
  mapSchema(schema, { [MapperKind.MUTATION_ROOT_FIELD]: (field) => ({ ...field, type: getNullableType(field.type) }) });

/** An answer whose data is null when a field of the mutation's is. */
function wholly(result: ExecutionResult): ExecutionResult {
  if (!result.errors || !result.data) return result;
  return Object.values(result.data).includes(null) ? { ...result, data: null } : result;
}

type Variables = Record<string, unknown>;

/** The variables, where there is one to look up; a Crash when they are no object. */
function variablesOf({ variables }: GraphQLRequest, declared: number): Variables {
  if (variables === undefined || variables === null) return {};
  if (typeof variables === 'object' && !Array.isArray(variables)) return variables;
  if (declared > 0) throw new SimulatedServerError();
  return {};
}

function unboxed(value: unknown): unknown {
  if (Object.prototype.toString.call(value) === '[object Number]') return Number(value);
  if (Array.isArray(value)) return value.map(unboxed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, unboxed(each)]));
}
