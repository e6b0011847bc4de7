import type { Behavior } from '../../behavior.ts';
import { findChildResults, roundToTwoDecimals } from '../../../server/resolvers/results.ts';
import type { Result } from '../../../records/records.ts';
import type { Store } from '../../../store/store.ts';

const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * The progress that children give their parent, in percent; it can be beyond 0 and 100. With one child, or if no child has
 * the weight 1: the sum of the children's progress times weight. Otherwise, and if no child has a weight: the mean of the
 * children's progress.
 */
export function deriveProgress(children: readonly Result[], store: Store): number | null {
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
