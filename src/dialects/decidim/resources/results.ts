import type { Records, Result as ResultRecord } from '../../../records/records.ts';
import { findChildResults, roundToTwoDecimals, sortIds } from '../../../resources/results.ts';
import type { RecordResolvers } from '../../../resources/resolver-types.ts';
import type { Store } from '../../../store/store.ts';
import type { Behavior } from '../../../graphql/behavior.ts';

const byDate = (a: Records['milestones'], b: Records['milestones']): number =>
  a.entryDate === b.entryDate ? a.id - b.id : a.entryDate < b.entryDate ? -1 : 1;

const Result = {
  description: ({ description }) => description,
  milestones: ({ id }, _, { store }) => store.where('milestones', 'resultId', id).toSorted(byDate),
  proposals: ({ proposalIds }, _, { store }) => store.findMany('proposals', sortIds(proposalIds ?? [])),
} satisfies RecordResolvers<'results'>;

export const resolvers = { Result };

const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * The progress that children give their parent, in percent; it can be beyond 0 and 100. With one child, or if no child has
 * the weight 1: the sum of the children's progress times weight. Otherwise, and if no child has a weight: the mean of the
 * children's progress.
 */
export function deriveProgress(children: readonly ResultRecord[], store: Store): number | null {
  const rows = children.map((child) => ({ weight: child.weight, progress: resultProgress(child, store) }));
  const hasWeights = rows.some(({ weight }) => weight !== null);
  if (hasWeights && (rows.length === 1 || rows.every(({ weight }) => weight !== 1)))
    return roundToTwoDecimals(sumOf(rows.map(({ progress, weight }) => (progress ?? 0) * (weight ?? 1))));
  const known = rows.map(({ progress }) => progress).filter((progress) => progress !== null);
  return known.length === 0 ? null : roundToTwoDecimals(sumOf(known) / known.length);
}

/** The progress of a result: what a write determined, else what its children give it, else the stored value. */
export const resultProgress: Behavior['resultProgress'] = (result, store) => {
  if (result.derivedProgress !== undefined) return result.derivedProgress;
  const children = findChildResults(result, store);
  return children.length === 0 ? result.progress : deriveProgress(children, store);
};

export const behavior: Partial<Behavior> = { resultProgress };
