import { type DocumentNode, type FragmentDefinitionNode, Kind } from 'graphql';
import type { FormattedError } from '../errors/formatted-error.ts';
import { type RequestLimits, ValidationStoppedError } from '../limits.ts';
import type { VisibleSchema } from '../schema/visible-schema.ts';
import { type ArgumentValues, UnknownVariablesError } from './argument-values.ts';
import { type Analyzer, SelectionAnalysis } from './selection-analysis.ts';

/** An analyzer that the platform adds to depth and complexity. */
export interface CustomAnalyzer extends Analyzer {
  /** Returns the error after the whole operation was visited. */
  error(): FormattedError | undefined;
}

/** The limits that an operation is analyzed against. */
export interface AnalysisLimits {
  maxDepth: number;
  maxComplexity: number;
  /** The number of items to assume for a connection without `first` and `last`. */
  maxPageSize: number;
  /** Factories, called for each operation; their errors precede those of depth and complexity. */
  analyzers?: readonly (() => CustomAnalyzer)[];
  limits: RequestLimits;
}

/** Returns the limits that an operation exceeds, as errors; undefined when that depends on unknown variables. */
export function analyzeOperation(
  { analyzers = [], maxDepth, maxComplexity, maxPageSize, limits }: AnalysisLimits,
  visibleSchema: VisibleSchema,
  { definitions }: DocumentNode,
  values: ArgumentValues,
): FormattedError[] | undefined {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const customAnalyzers = analyzers.map((create) => create());
  const { operation } = values;
  const analysis = new SelectionAnalysis(visibleSchema, fragments, values, customAnalyzers, maxPageSize, limits);
  try {
    analysis.visit(operation.selectionSet, visibleSchema.schema.getRootType(operation.operation)!);
    return [
      ...customAnalyzers.flatMap((analyzer) => analyzer.error() ?? []),
      ...limitErrors('depth', analysis.depth, maxDepth),
      ...limitErrors('complexity', analysis.complexity.total, maxComplexity),
    ];
  } catch (error) {
    if (error instanceof UnknownVariablesError) return undefined;
    if (error instanceof ValidationStoppedError) return [{ message: error.message }];
    throw error;
  }
}

const limitErrors = (measure: string, value: number, max: number): FormattedError[] =>
  value > max ? [{ message: `Query has ${measure} of ${value}, which exceeds max ${measure} of ${max}` }] : [];
