import {
  type ExecutionResult,
  GraphQLError,
  GraphQLObjectType,
  GraphQLSchema,
  MaxIntrospectionDepthRule,
  type OperationTypeNode,
  defaultFieldResolver,
  getNullableType,
  isNonNullType,
  validate,
} from 'graphql';
import type { Executor, GraphQLRequest, OperationAuthorizer } from '../../../graphql/executor.ts';
import { createExecute } from '../../../graphql/execute.ts';
import { createDocumentCache } from '../../../graphql/executor.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import { Refusal, SimulatedServerError } from '../../../errors.ts';
import { wrapResolvers } from '../../../graphql/schema.ts';
import type { FormattedError } from '../../graphql-ruby/errors.ts';
import { parse } from '../../graphql-ruby/parser.ts';
import { type PreparedDocument, createValidator } from '../../graphql-ruby/validator.ts';
import { sortForIntrospection } from '../schema.ts';
import type { ExecutionTraits, RefusalForm } from '../overrides.ts';
import type { DecidimLimits } from '../releases.ts';
import { formatResult } from './format-result.ts';
import { createGraphqlRubyOptions } from './graphql-ruby-options.ts';

const toResult = (errors: readonly FormattedError[]): ExecutionResult => ({ errors: errors as never });

/** Creates the executor: requests are validated as in graphql-ruby, and executed by graphql-js. Throws SimulatedServerError. */
export function createDecidimExecutor(
  unsortedSchema: GraphQLSchema,
  authorize: OperationAuthorizer<RequestContext>,
  limits: DecidimLimits,
  traits: Partial<ExecutionTraits>,
): Executor<RequestContext> {
  const { refusalForms = {}, hasOpenIntrospection = false, hidesPlaceOfNulls = false } = traits;
  const formOf = (code: unknown, operationType: OperationTypeNode) => {
    const form = refusalForms[String(code)];
    return typeof form === 'object' ? form[operationType === 'mutation' ? 'mutation' : 'query'] : form;
  };
  const schema = sortForIntrospection(unsortedSchema);
  if (Object.keys(refusalForms).length > 0) withNullRefusals(schema, formOf);
  const executeQuery = createExecute(schema);
  let executeMutation: typeof executeQuery | undefined;
  const executeFor = (operationType: OperationTypeNode) =>
    operationType === 'mutation' ? (executeMutation ??= createExecute(withNullableMutations(schema))) : executeQuery;
  const options = { schema, ...createGraphqlRubyOptions(limits, traits) };
  const validator = createValidator(options);
  // If only administrators may use introspection, a document can be valid for them alone.
  const cache = createDocumentCache<PreparedDocument>();

  function prepare({ query, operationName }: GraphQLRequest, introspection: boolean): PreparedDocument {
    const key = `${introspection} ${typeof operationName === 'string' ? JSON.stringify(operationName) : ''} ${query}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const prepared = limitIntrospection(validator.prepare(query, operationName, introspection));
    cache.set(key, prepared);
    return prepared;
  }

  /** The platform does not limit introspection, which can take minutes then. */
  function limitIntrospection(prepared: PreparedDocument): PreparedDocument {
    const [error] = prepared.document ? validate(schema, prepared.document, [MaxIntrospectionDepthRule]) : [];
    return error ? { errors: [{ message: error.message }] } : prepared;
  }

  /** Validates the variables, then the size of the operation. */
  const validateOperation = (prepared: PreparedDocument, variables: Variables): readonly FormattedError[] => {
    const errors = validator.validateVariables(prepared, variables);
    return errors.length > 0 ? errors : validator.analyzeOperation(prepared, variables);
  };

  return {
    schema,
    parse: (query) => parse(query, options.limits),
    run(request, context) {
      const prepared = prepare(request, hasOpenIntrospection || context.viewer?.admin === true);
      const { document, operation, errors = [] } = prepared;
      if (!document || !operation) return toResult(errors);
      const variables = variablesOf(request, operation.variableDefinitions?.length ?? 0);
      const operationErrors = validateOperation(prepared, variables);
      if (operationErrors.length > 0) return toResult(operationErrors);
      const { operation: operationType, name } = operation;
      const formatErrors = (result: ExecutionResult) =>
        formatResult(result, document, { hidesPlaceOfNulls, formOf: (code) => formOf(code, operationType) });
      const authorizationError = authorize(operation, context);
      if (authorizationError) return formatErrors({ errors: [authorizationError], data: null });
      const run = (variableValues: Variables) =>
        executeFor(operationType)({ document, contextValue: context, variableValues, operationName: name?.value });
      const format = (result: ExecutionResult) =>
        formatErrors(operationType === 'mutation' ? withNullData(result) : result);
      const result = run(variables);
      if (result instanceof Promise) return result.then(format);
      if ('data' in result) return format(result);
      // graphql-js rejects a boxed Number, which stands for a whole number written as a float; graphql-ruby has accepted it.
      const secondResult = run(unboxNumbers(variables) as Variables);
      return secondResult instanceof Promise ? secondResult.then(format) : format(secondResult);
    },
  };
}

/** Puts null in the place of a refusal that a release shows as null, in place: where a value is required, null is an error. */
function withNullRefusals(
  schema: GraphQLSchema,
  formOf: (code: unknown, operationType: OperationTypeNode) => RefusalForm | undefined,
): GraphQLSchema {
  return wrapResolvers(schema, ({ resolve = defaultFieldResolver }) => (source, args, context, info) => {
    const isShownAsNull = (value: unknown) =>
      value instanceof Refusal && formOf(value.extensions['code'], info.operation.operation) === 'null';
    try {
      const value: unknown = resolve(source, args, context, info);
      if (Array.isArray(value)) return value.some(isShownAsNull) ? value.map(nullIf(isShownAsNull)) : value;
      return nullIf(isShownAsNull)(value);
    } catch (error) {
      if (isShownAsNull(error)) return null;
      throw error;
    }
  });
}

const nullIf =
  (test: (value: unknown) => boolean) =>
  (value: unknown): unknown =>
    test(value) ? null : value;

/** Makes the root fields of mutations nullable: the platform runs the fields after one that is null. */
function withNullableMutations(schema: GraphQLSchema): GraphQLSchema {
  const mutation = schema.getMutationType();
  if (!mutation) return schema;
  const { types, ...config } = schema.toConfig();
  const { fields, ...mutationConfig } = mutation.toConfig();
  const nullable = Object.entries(fields).map(([name, field]) => [
    name,
    {
      ...field,
      type: getNullableType(field.type),
      // Faults can replace the resolver later.
      resolve: ((...args) => {
        const value: unknown = mutation.getFields()[name]!.resolve!(...args);
        if (value !== null || !isNonNullType(field.type)) return value;
        throw new GraphQLError(`Cannot return null for non-nullable field ${mutation.name}.${name}.`);
      }) as typeof field.resolve,
    },
  ]);
  return new GraphQLSchema({
    ...config,
    types: types.filter((type) => type !== mutation),
    mutation: new GraphQLObjectType({ ...mutationConfig, fields: Object.fromEntries(nullable) as typeof fields }),
  });
}

/** Sets `data` to null if a root field of the mutation is null. */
function withNullData(result: ExecutionResult): ExecutionResult {
  if (!result.errors || !result.data) return result;
  return Object.values(result.data).includes(null) ? { ...result, data: null } : result;
}

type Variables = Record<string, unknown>;

/** Returns the variables of a request. Throws SimulatedServerError if they are not an object and the operation declares variables. */
function variablesOf({ variables }: GraphQLRequest, declarationCount: number): Variables {
  if (variables === undefined || variables === null) return {};
  if (typeof variables === 'object' && !Array.isArray(variables)) return variables;
  if (declarationCount > 0) throw new SimulatedServerError();
  return {};
}

function unboxNumbers(value: unknown): unknown {
  if (Object.prototype.toString.call(value) === '[object Number]') return Number(value);
  if (Array.isArray(value)) return value.map(unboxNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, unboxNumbers(each)]));
}
