import { type DocumentNode, type FragmentDefinitionNode, Kind } from 'graphql';
import { type Analyzer, SelectionAnalysis, TooMuch } from './selection-analysis.ts';
import type { Told } from './told.ts';
import type { Types } from './types.ts';
import { VariableMatters, VariableValues } from './variable-values.ts';

/** An analyzer of the platform's own, which says what is wrong in the end. */
export interface OwnAnalyzer extends Analyzer {
  error(): Told | undefined;
}

/** How much an operation may ask for. */
export interface AnalysisLimits {
  maxDepth: number;
  maxComplexity: number;
  /** Items that count for a connection where none are asked for. */
  maxPageSize: number;
  /** Made anew for each operation, asked in this order, before depth and complexity. */
  analyzers?: readonly (() => OwnAnalyzer)[];
}

/** Why an operation asks for too much; undefined when that depends on variables that are not known yet. */
export function analyse(
  { analyzers = [], maxDepth, maxComplexity, maxPageSize }: AnalysisLimits,
  types: Types,
  { definitions }: DocumentNode,
  values: VariableValues,
): Told[] | undefined {
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
    if (error instanceof VariableMatters) return undefined;
    if (error instanceof TooMuch) return [{ message: 'Timeout on validation of query' }];
    throw error;
  }
}

const exceeded = (what: string, found: number, most: number): Told[] =>
  found > most ? [{ message: `Query has ${what} of ${found}, which exceeds max ${what} of ${most}` }] : [];
