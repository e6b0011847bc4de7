import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql';
import { type AnalysisLimits, analyse } from './analysis.ts';
import type { InputRules, Takes } from './input-problems.ts';
import { SyntaxFault } from './parser/syntax-fault.ts';
import { parse, tooLarge } from './parser/parser.ts';
import { judge } from './rules/walk.ts';
import type { Told } from './told.ts';
import { HiddenType, Types } from './types.ts';
import { VariableValues } from './variable-values.ts';
import { variableErrors } from './variables.ts';

/** What graphql-ruby is told by the platform that runs it. */
export interface RubyLanguageOptions extends AnalysisLimits {
  schema: GraphQLSchema;
  /** Whether scalars of the platform's own take a value; they may throw Crash. */
  scalars?: Record<string, Takes>;
  /** What is said to those who touch introspection, and may not. */
  hiddenTypes: Told;
}

/** A document that was parsed and judged, for one operation name and one kind of viewer. */
export interface RubyDocument {
  /** What graphql-js can execute; undefined when there are errors that no variables can change. */
  document?: DocumentNode;
  operation?: OperationDefinitionNode;
  errors?: readonly Told[];
  /** What the analyzers say, where variables do not matter to them. */
  analysis?: readonly Told[];
  inputs: InputRules;
}

/** What graphql-ruby says of requests before they are executed: prepare, then variables, then analysis. */
export interface RubyLanguage {
  /** Throws Crash. */
  prepare(query: string, operationName: string | null | undefined, introspection: boolean): RubyDocument;
  /** Why the variables are refused, where there is an operation; none when they are not. Throws Crash. */
  variableErrors(prepared: RubyDocument, variables: Variables): readonly Told[];
  /** Why the operation is too much; to be asked when the variables are not refused. */
  analysisErrors(prepared: RubyDocument, variables: Variables): readonly Told[];
}

export type Variables = Readonly<Record<string, unknown>> | null | undefined;

export function createRubyLanguage(options: RubyLanguageOptions): RubyLanguage {
  const inputsFor = (introspection: boolean): InputRules => ({
    types: new Types(options.schema, introspection),
    scalars: options.scalars ?? {},
  });
  const [open, hidden] = [inputsFor(true), inputsFor(false)];

  function prepare(query: string, operationName: string | null | undefined, introspection: boolean): RubyDocument {
    const inputs = introspection ? open : hidden;
    try {
      const document = parse(query);
      const { operation, error } = selected(document, operationName);
      const errors = error ? [error] : judge(document, inputs);
      if (errors.length > 0 || !operation) return { errors, inputs };
      const analysis = analyse(options, inputs.types, document, new VariableValues(operation, undefined));
      return { document: withoutIdleDefaults(document), operation, inputs, analysis };
    } catch (error) {
      return { errors: [toldOf(error, options)], inputs };
    }
  }

  return {
    prepare,
    variableErrors: ({ operation, inputs }, variables) => variableErrors(inputs, operation!, variables ?? {}),
    analysisErrors: ({ document, operation, inputs, analysis }, variables) =>
      analysis ?? analyse(options, inputs.types, document!, new VariableValues(operation!, variables ?? {}))!,
  };
}

function toldOf(error: unknown, { hiddenTypes }: RubyLanguageOptions): Told {
  if (error instanceof HiddenType) return hiddenTypes;
  if (error instanceof SyntaxFault) return { message: error.message, locations: error.place ? [error.place] : [] };
  if (error instanceof RangeError) return { message: tooLarge };
  throw error;
}

function selected(
  { definitions }: DocumentNode,
  name: string | null | undefined,
): { operation?: OperationDefinitionNode; error?: Told } {
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
