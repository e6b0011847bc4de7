import {
  type ASTNode,
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  getEnterLeaveForKind,
  visit,
} from 'graphql';
import { type AnalysisLimits, analyzeOperation } from './analysis.ts';
import * as documentRules from './document-rules.ts';
import {
  type FormattedError,
  GraphQLSyntaxError,
  HiddenTypeError,
  ValidationStoppedError,
  tooLargeMessage,
} from './errors.ts';
import { fieldsCanMerge } from './field-merging.ts';
import { parse } from './parser.ts';
import * as rules from './rules.ts';
import { type DocumentPath, ValidationContext } from './validation-context.ts';
import { type InputRules, validateVariables } from './values.ts';

/** What a platform configures in graphql-ruby. */
export interface ValidatorOptions extends AnalysisLimits, Pick<InputRules, 'scalars'> {
  schema: GraphQLSchema;
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
  const { schema } = options;

  function prepare(query: string, operationName: string | null | undefined, introspection: boolean): PreparedDocument {
    try {
      const document = parse(query, options.limits);
      const { operation, error } = selectOperation(document, operationName);
      const errors = error ? [error] : validateDocument(document, options, introspection);
      if (errors.length > 0 || !operation) return { errors };
      const analysisErrors = analyzeOperation(options, schema, document, operation);
      return { document: removeIgnoredDefaults(document), operation, analysisErrors };
    } catch (error) {
      return { errors: [formatThrownError(error, options)] };
    }
  }

  return {
    prepare,
    validateVariables: ({ operation }, variables) => validateVariables(options, schema, operation!, variables ?? {}),
    analyzeOperation: ({ document, operation, analysisErrors }, variables) =>
      analysisErrors ?? analyzeOperation(options, schema, document!, operation!, variables ?? {})!,
  };
}

function formatThrownError(error: unknown, { introspectionError }: ValidatorOptions): FormattedError {
  if (error instanceof HiddenTypeError) return introspectionError;
  const location = error instanceof GraphQLSyntaxError ? error.location : undefined;
  if (error instanceof GraphQLError) return { message: error.message, locations: location ? [location] : [] };
  if (error instanceof RangeError) return { message: tooLargeMessage };
  throw error;
}

/** The rules in graphql-ruby's order, which is the order of the errors of a node and of the whole document. */
const rulesInOrder: readonly rules.Rule[] = [
  rules.uniqueDirectives,
  rules.knownFields,
  fieldsCanMerge,
  rules.selectionsOfComposites,
  rules.typeConditions,
  rules.uniqueVariables,
  documentRules.variablesAreDefinedAndUsed,
  rules.configuredOperations,
  documentRules.possibleFragmentSpreads,
  documentRules.resolvableFragments,
  rules.variableTypes,
  rules.knownDirectives,
  rules.completeArguments,
  rules.validArguments,
  rules.completeInputObjects,
  documentRules.definitions,
];

/** The parts of each kind of node that graphql-ruby visits. It visits no other kinds. */
const visitedParts: Partial<Record<Kind, string[]>> = {
  [Kind.DOCUMENT]: ['definitions'],
  [Kind.OPERATION_DEFINITION]: ['variableDefinitions', 'directives', 'selectionSet'],
  [Kind.VARIABLE_DEFINITION]: ['directives'],
  [Kind.FRAGMENT_DEFINITION]: ['directives', 'selectionSet'],
  [Kind.SELECTION_SET]: ['selections'],
  [Kind.FIELD]: ['arguments', 'directives', 'selectionSet'],
  [Kind.INLINE_FRAGMENT]: ['directives', 'selectionSet'],
  [Kind.FRAGMENT_SPREAD]: ['directives'],
  [Kind.DIRECTIVE]: ['arguments'],
  [Kind.ARGUMENT]: ['value'],
  [Kind.LIST]: ['values'],
  [Kind.OBJECT]: ['fields'],
  [Kind.OBJECT_FIELD]: ['value'],
  [Kind.VARIABLE]: [],
};

/** Returns the errors of a document in graphql-ruby's order. Throws HiddenTypeError and SimulatedServerError. */
function validateDocument(document: DocumentNode, options: ValidatorOptions, introspection: boolean): FormattedError[] {
  const context = new ValidationContext(document, options, introspection);
  const visitors = rulesInOrder.map((rule) => rule(context));
  try {
    visit(document, visitInOrder(context, visitors), visitedParts as never);
    return context.formattedErrors;
  } catch (error) {
    if (error instanceof ValidationStoppedError) return [...context.formattedErrors, error.error];
    throw error;
  }
}

/** Runs visitors like `visitInParallel` of graphql-js, but when one returns `false`, no other visits the node either. */
function visitInOrder(context: ValidationContext, visitors: readonly ASTVisitor[]): ASTVisitor {
  const { typeInfo } = context;
  const outerPaths: DocumentPath[] = [];
  const functionsOf = (kind: Kind) => {
    const functions = visitors.map((visitor) => getEnterLeaveForKind(visitor, kind));
    return {
      enter: functions.flatMap(({ enter }) => enter ?? []),
      leave: functions.flatMap(({ leave }) => leave ?? []),
    };
  };
  const functionsByKind = new Map<Kind, ReturnType<typeof functionsOf>>(
    Object.keys(visitedParts).map((kind) => [kind as Kind, functionsOf(kind as Kind)]),
  );
  const leaveNode = (node: ASTNode): void => {
    context.path = outerPaths.pop()!;
    typeInfo.leave(node);
  };
  return {
    enter(node: ASTNode, key, parent, path, ancestors) {
      const functions = functionsByKind.get(node.kind);
      if (!functions) return false;
      typeInfo.enter(node);
      outerPaths.push(context.path);
      context.enterPath(node, key);
      for (const enter of functions.enter) {
        if (enter(node, key, parent, path, ancestors) !== false) continue;
        leaveNode(node);
        return false;
      }
      return undefined;
    },
    leave(node: ASTNode, key, parent, path, ancestors) {
      for (const leave of functionsByKind.get(node.kind)!.leave) leave(node, key, parent, path, ancestors);
      leaveNode(node);
    },
  };
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

// graphql-ruby requires a value for a non-null variable even with a default value.
const removeIgnoredDefaults = (document: DocumentNode): DocumentNode =>
  visit(document, {
    FragmentDefinition: () => false,
    SelectionSet: () => false,
    VariableDefinition: (node) =>
      node.type.kind === Kind.NON_NULL_TYPE ? { ...node, defaultValue: undefined } : undefined,
  });
