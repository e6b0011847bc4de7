import { type DocumentNode, type FragmentDefinitionNode, Kind } from 'graphql';
import { type Analyzer, SelectionAnalysis, AnalysisTimeoutError } from './selection-analysis.ts';
import type { FormattedError } from '../errors/formatted-error.ts';
import type { VisibleSchema } from '../schema/visible-schema.ts';
import { UnknownVariablesError, ArgumentValues } from './argument-values.ts';

/** An analyzer of the platform's own, which says what is wrong in the end. */
export interface CustomAnalyzer extends Analyzer {
  error(): FormattedError | undefined;
}

/** How much an operation may ask for. */
export interface AnalysisLimits {
  maxDepth: number;
  maxComplexity: number;
  /** Items that count for a connection where none are asked for. */
  maxPageSize: number;
  /** Made anew for each operation, asked in this order, before depth and complexity. */
  analyzers?: readonly (() => CustomAnalyzer)[];
}

/** Why an operation asks for too much; undefined when that depends on variables that are not known yet. */
export function analyzeOperation(
  { analyzers = [], maxDepth, maxComplexity, maxPageSize }: AnalysisLimits,
  types: VisibleSchema,
  { definitions }: DocumentNode,
  values: ArgumentValues,
): FormattedError[] | undefined {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of definitions) if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  const own = analyzers.map((create) => create());
  const { operation } = values;
  const analysis = new SelectionAnalysis(types, fragments, values, own, maxPageSize);
  try {
    analysis.visit(operation.selectionSet, types.schema.getRootType(operation.operation)!);
    return [
      ...own.flatMap((each) => each.error() ?? []),
      ...exceeded('depth', analysis.depth, maxDepth),
      ...exceeded('complexity', analysis.complexity.total, maxComplexity),
    ];
  } catch (error) {
    if (error instanceof UnknownVariablesError) return undefined;
    if (error instanceof AnalysisTimeoutError) return [{ message: 'Timeout on validation of query' }];
    throw error;
  }
}

const exceeded = (what: string, found: number, most: number): FormattedError[] =>
  found > most ? [{ message: `Query has ${what} of ${found}, which exceeds max ${what} of ${most}` }] : [];
