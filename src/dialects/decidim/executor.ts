import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  MaxIntrospectionDepthRule,
  type OperationDefinitionNode,
  type OperationTypeNode,
  type SelectionSetNode,
  defaultFieldResolver,
  getVariableValues,
  validate,
  visit,
} from 'graphql';
import {
  type Executor,
  type GraphQLRequest,
  type OperationAuthorizer,
  createDocumentCache,
} from '../../graphql/executor.ts';
import { createExecute } from '../../graphql/execute.ts';
import { type RequestContext, localeOfRefusal } from '../../graphql/context.ts';
import { type AttributeError, Refusal, SimulatedServerError } from '../../errors.ts';
import { wrapResolvers } from '../../graphql/schema.ts';
import { collectFields, mapMaybePromise } from '../../graphql/tools.ts';
import type { FormattedError, RequestLimits } from '../graphql-ruby/errors.ts';
import { locationOfNode } from '../graphql-ruby/locations.ts';
import { parse } from '../graphql-ruby/parser.ts';
import { type PreparedDocument, type ValidatorOptions, createValidator } from '../graphql-ruby/validator.ts';
import type { ExecutionTraits, RefusalForm, ValidationTraits } from './resource.ts';
import type { DecidimLimits } from './releases.ts';
import { ArgumentRefusals } from './resources/lists.ts';
import { scalarChecks } from './scalars.ts';
import { translateRefusal } from './values/refusals.ts';
import { sortForIntrospection } from './schema.ts';

/**
 * The limits of a request that the platform does not have. They keep every request that fits into the body limit from
 * blocking the server for long, and no real client reaches them.
 */
export const limitsBeyondThePlatform: RequestLimits = {
  maxTokens: 20_000,
  maxNesting: 200,
  maxErrors: 100,
  maxErrorCharacters: 1_000_000,
  maxSteps: 300_000,
};

/** Creates the options with which a release runs graphql-ruby. */
export const createGraphqlRubyOptions = (
  limits: DecidimLimits,
  { repeatsAliasError = false, showsSkippedBytes = false }: Partial<ValidationTraits> = {},
) =>
  ({
    ...limits,
    repeatsAliasError,
    limits: { ...limitsBeyondThePlatform, showsSkippedBytes },
    scalars: scalarChecks,
    introspectionError: {
      message: 'Introspection is disabled for this request',
      extensions: { code: 'INTROSPECTION_DISABLED_ERROR' },
    },
  }) satisfies Omit<ValidatorOptions, 'schema'>;

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
  const executeOperation = createExecute(schema);
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
        formatResult(translateResult(result, context), document, hidesPlaceOfNulls, (code) =>
          formOf(code, operationType),
        );
      const authorizationError = authorize(operation, context);
      if (authorizationError) return formatErrors({ errors: [authorizationError], data: null });
      const run = (variableValues: Variables) => {
        const args = { document, contextValue: context, variableValues, operationName: name?.value };
        return operationType === 'mutation'
          ? executeMutation(executeOperation, schema, operation, args)
          : executeOperation(args);
      };
      const first = run(variables);
      // graphql-js rejects a boxed Number, which stands for a whole number written as a float; graphql-ruby has accepted it.
      const result = first instanceof Promise || 'data' in first ? first : run(unboxNumbers(variables) as Variables);
      return result instanceof Promise ? result.then(formatErrors) : formatErrors(result);
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

type ExecuteOperation = ReturnType<typeof createExecute>;

/**
 * Executes each root field of a mutation by itself: the platform runs the fields after one that is null. `data` is null then, as if one
 * execution had ended.
 */
function executeMutation(
  executeOperation: ExecuteOperation,
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  request: Parameters<ExecuteOperation>[0],
): ReturnType<ExecuteOperation> {
  const { document, variableValues } = request;
  const [first, ...others] = operation.selectionSet.selections;
  // Most mutations have one root field, and graphql-js coerces their variables.
  if (others.length === 0 && first?.kind === Kind.FIELD) return executeOperation(request);
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {});
  const fragments = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  const byName = Object.fromEntries(fragments.map((each) => [each.name.value, each]));
  const type = schema.getMutationType();
  if (!coerced || !type) return executeOperation(request);
  // The declared type of the variables is that of a later version of graphql-js.
  const { fields } = collectFields(schema, byName, coerced as never, type, operation.selectionSet);
  return [...fields.values()].reduce<ReturnType<ExecuteOperation>>(
    (before, selections) =>
      mapMaybePromise(before, (former) => {
        const selectionSet: SelectionSetNode = { kind: Kind.SELECTION_SET, selections };
        const definitions = [{ ...operation, selectionSet }, ...fragments];
        const result = executeOperation({ ...request, document: { ...document, definitions } });
        return mapMaybePromise(result, (each) => mergeResults(former, each));
      }),
    { data: {} },
  );
}

const mergeResults = (former: ExecutionResult, each: ExecutionResult): ExecutionResult => ({
  ...((former.errors ?? each.errors) && { errors: [...(former.errors ?? []), ...(each.errors ?? [])] }),
  data: former.data && each.data ? { ...former.data, ...each.data } : null,
});

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

/** Translates refusals into the locale that the request had at their time. */
function translateResult(result: ExecutionResult, context: RequestContext): ExecutionResult {
  if (!context.locales || !result.errors) return result;
  const errors = result.errors.map((error) => {
    if (!(error.originalError instanceof Refusal)) return error;
    const locale = localeOfRefusal(context, error.originalError);
    const translate = (message: string) => translateRefusal(message, locale);
    const attributes = error.extensions['errors'] as AttributeError[] | undefined;
    const extensions = attributes && {
      ...error.extensions,
      errors: attributes.map(({ path, message }) => ({ path, message: translate(message) })),
    };
    const { nodes, path, originalError } = error;
    return new GraphQLError(translate(error.message), {
      nodes,
      path,
      originalError,
      extensions: extensions ?? error.extensions,
    });
  });
  return { ...result, errors };
}

/**
 * Separates the refusals of the arguments of a field. The platform reads the arguments of a selection once: where the field is in several
 * items of a list, the last refusal is repeated, with the path of the first item.
 */
function separateArgumentRefusals(errors: readonly GraphQLError[]): GraphQLError[] {
  const firstPaths = new Map<unknown, GraphQLError['path']>();
  return errors.flatMap((error) => {
    const { nodes, path, originalError } = error;
    if (!(originalError instanceof ArgumentRefusals)) return [error];
    const firstPath = firstPaths.get(nodes?.[0]);
    if (!firstPath) firstPaths.set(nodes?.[0], path);
    const refusals = firstPath ? originalError.refusals.slice(-1) : originalError.refusals;
    return refusals.map(({ message }) => new GraphQLError(message, { nodes, path: firstPath ?? path }));
  });
}

/** Formats the errors of a result as the platform does. Throws bugs of the server and SimulatedServerError. */
function formatResult(
  { errors, ...result }: ExecutionResult,
  document: DocumentNode,
  hidesPlaceOfNulls: boolean,
  formOf: (code: unknown) => RefusalForm | undefined,
): ExecutionResult {
  const separated = separateArgumentRefusals(errors ?? []);
  const formatted = separated.flatMap((error): FormattedError[] => {
    const form = formOf(error.extensions['code']);
    if (form === 'serverError') throw new SimulatedServerError(error.message);
    if (form === 'null') return [];
    if (hidesPlaceOfNulls && nullMessage.test(error.message))
      return [{ message: error.message.replace(nullMessage, '$1') }];
    return [formatNullArgumentError(document, error) ?? formatError(error, form === 'message')];
  });
  return formatted.length > 0 ? { errors: formatted as never, ...result } : result;
}

const nullArgumentMessage = /^Argument "\w+" of non-null type "(.+)" must not be null\.$/;

/**
 * Converts graphql-js's error for a null in a required argument; returns undefined for other errors. Validation cannot find
 * this null: it accepts a nullable variable with a default value.
 */
function formatNullArgumentError(document: DocumentNode, { message, nodes, path }: GraphQLError) {
  const type = nullArgumentMessage.exec(message)?.[1];
  if (type === undefined) return undefined;
  let found: FieldNode | undefined;
  visit(document, {
    Field(field) {
      if (field.arguments!.some(({ value }) => value === nodes?.[0])) found = field;
    },
  });
  const text = `\`null\` is not a valid input for \`${type}\`, please provide a value for this argument.`;
  return found && { message: text, locations: [locationOfNode(found)], path };
}

const nullMessage = /^(Cannot return null for non-nullable field .*)\.$/;

function formatError(
  { message, nodes, path, extensions, originalError }: GraphQLError,
  isWithoutCode: boolean,
): FormattedError {
  if (originalError && !(originalError instanceof GraphQLError) && !nullMessage.test(originalError.message))
    throw originalError;
  const { code, errors } = extensions as { code?: string; errors?: AttributeError[] };
  return {
    // For invalid attributes, the message is the list of their errors; without codes, it is one text.
    message: (isWithoutCode ? errors?.map(describeAttribute).join(', ') : errors) ?? message.replace(nullMessage, '$1'),
    // graphql-ruby reports the first location of a field that is selected twice.
    ...(nodes && { locations: nodes.slice(0, 1).map(locationOfNode) }),
    ...(path && { path }),
    ...(code !== undefined && !isWithoutCode && { extensions: { code } }),
  };
}

/** An error of an attribute, with its name as a form shows it. */
function describeAttribute({ path, message }: AttributeError): string {
  const words = String(path.at(-1)).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${message}`;
}
