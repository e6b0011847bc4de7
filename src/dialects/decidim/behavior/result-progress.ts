import type { Behavior } from '../../../contract/behavior.ts';
import { findChildResults, roundToTwoDecimals } from '../../../server/resolvers/results.ts';

/**
 * The progress of a result in percent; it can exceed 100. Without children: the stored value. With one child, or if no child
 * has the weight 1: the sum of the children's progress times weight. Otherwise: the mean of the children's progress.
 */
export const resultProgress: Behavior['resultProgress'] = (result, store) => {
  const children = findChildResults(result, store).map((child) => ({
    weight: child.weight,
    progress: resultProgress(child, store),
  }));
  if (children.length === 0) return result.progress;
  if (children.length === 1 || children.every(({ weight }) => weight !== 1))
    return roundToTwoDecimals(children.reduce((sum, { progress, weight }) => sum + (progress ?? 0) * weight, 0));
  const known = children.map(({ progress }) => progress).filter((progress) => progress !== null);
  return known.length === 0
    ? null
    : roundToTwoDecimals(known.reduce((sum, progress) => sum + progress, 0) / known.length);
};
