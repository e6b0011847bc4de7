import type { Behavior } from '../../contract/behavior.ts';
import { findChildResults, roundToTwoDecimals } from '../../server/resolvers/results.ts';

/**
 * The progress of a result in percent, or null: the mean of its children's progress by weight, without children that have
 * no progress; if there are none, the stored value.
 */
export const resultProgress: Behavior['resultProgress'] = (result, store) => {
  const children = findChildResults(result, store)
    .map((child) => ({ weight: Math.max(child.weight ?? 1, 0), progress: resultProgress(child, store) }))
    .filter((child): child is { weight: number; progress: number } => child.progress !== null);
  if (children.length === 0) return result.progress;
  const totalWeight = children.reduce((sum, { weight }) => sum + weight, 0);
  // If all weights are 0, the children have equal weights.
  const total = children.reduce((sum, { weight, progress }) => sum + (totalWeight > 0 ? weight : 1) * progress, 0);
  return roundToTwoDecimals(total / (totalWeight > 0 ? totalWeight : children.length));
};
