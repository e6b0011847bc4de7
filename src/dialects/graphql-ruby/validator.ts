import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql';
import { type AnalysisLimits, analyzeOperation } from './analysis/analyze-operation.ts';
import { ArgumentValues } from './analysis/argument-values.ts';
import { type FormattedError, GraphQLSyntaxError } from './errors/formatted-error.ts';
import type { AcceptsValue, InputRules } from './input/validate-input.ts';
import { validateVariables } from './input/validate-variables.ts';
import { tooLargeMessage } from './limits.ts';
import { parse } from './parser/parser.ts';
import { validateDocument } from './rules/validate-document.ts';
import { HiddenTypeError, VisibleSchema } from './schema/visible-schema.ts';

/** What a platform configures in graphql-ruby. */
export interface ValidatorOptions extends AnalysisLimits {
  schema: GraphQLSchema;
  /** The custom scalars of the platform by name; scalars that are not listed accept every value. */
  scalars?: Record<string, AcceptsValue>;
  /** The error for a request that uses introspection without permission. */
  introspectionError: FormattedError;
}

/** A document that was parsed and validated for one operation name, with or without introspection. */
export interface PreparedDocument {
  /** The document to execute with graphql-js; undefined when there are errors. */
  document?: DocumentNode;
  operation?: OperationDefinitionNode;
  /** Errors of parsing and validation, which do not depend on variables. */
  errors?: readonly FormattedError[];
  /** The result of the analysis; undefined when it depends on variables. */
  analysisErrors?: readonly FormattedError[];
  inputRules: InputRules;
}

/**
 * Finds the errors that graphql-ruby reports before execution. Call `prepare`, then `validateVariables`, then
 * `analyzeOperation`, and stop at the first errors. All methods throw SimulatedServerError.
 */
export interface Validator {
  prepare(query: string, operationName: string | null | undefined, introspection: boolean): PreparedDocument;
  /** Requires a prepared document without errors. */
  validateVariables(prepared: PreparedDocument, variables: Variables): readonly FormattedError[];
  /** Requires a prepared document without errors, and valid variables. */
  analyzeOperation(prepared: PreparedDocument, variables: Variables): readonly FormattedError[];
}

export type Variables = Readonly<Record<string, unknown>> | null | undefined;

/** Creates a validator for a schema. */
export function createValidator(options: ValidatorOptions): Validator {
  const createInputRules = (allowIntrospection: boolean): InputRules => ({
    visibleSchema: new VisibleSchema(options.schema, allowIntrospection),
    scalars: options.scalars ?? {},
    limits: options.limits,
  });
  const rulesWithIntrospection = createInputRules(true);
  const rulesWithoutIntrospection = createInputRules(false);

  function prepare(query: string, operationName: string | null | undefined, introspection: boolean): PreparedDocument {
    const inputRules = introspection ? rulesWithIntrospection : rulesWithoutIntrospection;
    try {
      const document = parse(query, options.limits);
      const { operation, error } = selectOperation(document, operationName);
      const errors = error ? [error] : validateDocument(document, inputRules, options.limits);
      if (errors.length > 0 || !operation) return { errors, inputRules };
      const values = new ArgumentValues(operation, undefined);
      const analysisErrors = analyzeOperation(options, inputRules.visibleSchema, document, values);
      return { document: removeIgnoredDefaults(document), operation, inputRules, analysisErrors };
    } catch (error) {
      return { errors: [formatThrownError(error, options)], inputRules };
    }
  }

  return {
    prepare,
    validateVariables: ({ operation, inputRules }, variables) =>
      validateVariables(inputRules, operation!, variables ?? {}),
    analyzeOperation: ({ document, operation, inputRules, analysisErrors }, variables) =>
      analysisErrors ??
      analyzeOperation(options, inputRules.visibleSchema, document!, new ArgumentValues(operation!, variables ?? {}))!,
  };
}

function formatThrownError(error: unknown, { introspectionError }: ValidatorOptions): FormattedError {
  if (error instanceof HiddenTypeError) return introspectionError;
  if (error instanceof GraphQLSyntaxError)
    return { message: error.message, locations: error.location ? [error.location] : [] };
  if (error instanceof RangeError) return { message: tooLargeMessage };
  throw error;
}

function selectOperation(
  { definitions }: DocumentNode,
  name: string | null | undefined,
): { operation?: OperationDefinitionNode; error?: FormattedError } {
  const operations = new Map(
    definitions.flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? [[node.name?.value, node] as const] : [])),
  );
  if (operations.size === 0) return {};
  const hasName = name !== null && name !== undefined;
  const operation = operations.size === 1 && !hasName ? [...operations.values()][0] : operations.get(name ?? undefined);
  if (operation) return { operation };
  return { error: { message: hasName ? `No operation named "${name}"` : 'An operation name is required' } };
}

// graphql-ruby requires a value for a non-null variable even with a default value, and ignores a variable as default.
const ignoresDefault = ({ type, defaultValue }: VariableDefinitionNode): boolean =>
  defaultValue !== undefined &&
  (type.kind === Kind.NON_NULL_TYPE || (defaultValue as ValueNode).kind === Kind.VARIABLE);

function removeIgnoredDefaults(document: DocumentNode): DocumentNode {
  const definitions = document.definitions.map((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return definition;
    const variableDefinitions = definition.variableDefinitions!.map((node) =>
      ignoresDefault(node) ? { ...node, defaultValue: undefined } : node,
    );
    return { ...definition, variableDefinitions };
  });
  return { ...document, definitions };
}
