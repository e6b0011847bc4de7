import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql';
import { type AnalysisLimits, analyzeOperation } from './analysis/analyze-operation.ts';
import type { InputRules, AcceptsValue } from './input/validate-input.ts';
import { GraphqlSyntaxError } from './errors/syntax-error.ts';
import { parse, tooLargeMessage } from './parser/parser.ts';
import { validateDocument } from './rules/validate-document.ts';
import type { FormattedError } from './errors/formatted-error.ts';
import { HiddenTypeError, VisibleSchema } from './schema/visible-schema.ts';
import { ArgumentValues } from './analysis/argument-values.ts';
import { validateVariables } from './input/validate-variables.ts';

/** What graphql-ruby is told by the platform that runs it. */
export interface ValidatorOptions extends AnalysisLimits {
  schema: GraphQLSchema;
  /** Whether scalars of the platform's own take a value; they may throw Crash. */
  scalars?: Record<string, AcceptsValue>;
  /** What is said to those who touch introspection, and may not. */
  introspectionError: FormattedError;
}

/** A document that was parsed and judged, for one operation name and one kind of viewer. */
export interface PreparedDocument {
  /** What graphql-js can execute; undefined when there are errors that no variables can change. */
  document?: DocumentNode;
  operation?: OperationDefinitionNode;
  errors?: readonly FormattedError[];
  /** What the analyzers say, where variables do not matter to them. */
  analysisErrors?: readonly FormattedError[];
  inputRules: InputRules;
}

/** What graphql-ruby says of requests before they are executed: prepare, then variables, then analysis. */
export interface Validator {
  /** Throws Crash. */
  prepare(query: string, operationName: string | null | undefined, introspection: boolean): PreparedDocument;
  /** Why the variables are refused, where there is an operation; none when they are not. Throws Crash. */
  validateVariables(prepared: PreparedDocument, variables: Variables): readonly FormattedError[];
  /** Why the operation is too much; to be asked when the variables are not refused. */
  analyzeOperation(prepared: PreparedDocument, variables: Variables): readonly FormattedError[];
}

export type Variables = Readonly<Record<string, unknown>> | null | undefined;

export function createValidator(options: ValidatorOptions): Validator {
  const inputsFor = (introspection: boolean): InputRules => ({
    visibleSchema: new VisibleSchema(options.schema, introspection),
    scalars: options.scalars ?? {},
  });
  const [open, hidden] = [inputsFor(true), inputsFor(false)];

  function prepare(query: string, operationName: string | null | undefined, introspection: boolean): PreparedDocument {
    const inputRules = introspection ? open : hidden;
    try {
      const document = parse(query);
      const { operation, error } = selected(document, operationName);
      const errors = error ? [error] : validateDocument(document, inputRules);
      if (errors.length > 0 || !operation) return { errors, inputRules };
      const analysisErrors = analyzeOperation(
        options,
        inputRules.visibleSchema,
        document,
        new ArgumentValues(operation, undefined),
      );
      return { document: withoutIdleDefaults(document), operation, inputRules, analysisErrors };
    } catch (error) {
      return { errors: [toldOf(error, options)], inputRules };
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

function toldOf(error: unknown, { introspectionError }: ValidatorOptions): FormattedError {
  if (error instanceof HiddenTypeError) return introspectionError;
  if (error instanceof GraphqlSyntaxError)
    return { message: error.message, locations: error.location ? [error.location] : [] };
  if (error instanceof RangeError) return { message: tooLargeMessage };
  throw error;
}

function selected(
  { definitions }: DocumentNode,
  name: string | null | undefined,
): { operation?: OperationDefinitionNode; error?: FormattedError } {
  const operations = new Map(
    definitions.flatMap((each) => (each.kind === Kind.OPERATION_DEFINITION ? [[each.name?.value, each] as const] : [])),
  );
  if (operations.size === 0) return {};
  const operation =
    operations.size === 1 && (name ?? null) === null ? [...operations.values()][0] : operations.get(name ?? undefined);
  if (operation) return { operation };
  return {
    error: { message: (name ?? null) === null ? 'An operation name is required' : `No operation named "${name}"` },
  };
}

// A variable that must not be null has to be given all the same, whatever its default value is; and a variable is none.
const isIdle = ({ type, defaultValue }: VariableDefinitionNode): boolean =>
  defaultValue !== undefined &&
  (type.kind === Kind.NON_NULL_TYPE || (defaultValue as ValueNode).kind === Kind.VARIABLE);

function withoutIdleDefaults(document: DocumentNode): DocumentNode {
  const definitions = document.definitions.map((each) => {
    if (each.kind !== Kind.OPERATION_DEFINITION || !each.variableDefinitions!.some(isIdle)) return each;
    const variableDefinitions = each.variableDefinitions!.map((node) =>
      isIdle(node) ? { ...node, defaultValue: undefined } : node,
    );
    return { ...each, variableDefinitions };
  });
  return { ...document, definitions };
}
