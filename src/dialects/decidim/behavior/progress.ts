import { findChildResults, roundToTwoDecimals } from '../../../server/resolvers/results.ts';
import type { Behavior } from '../../../contract/behavior.ts';

/**
 * Percent, and more: of a result with children the sum of their progress by weight, when there is one child or none weighs 1,
 * and their mean otherwise; of another what was stored.
 */
export const progress: Behavior['resultProgress'] = (result, store) => {
  const children = findChildResults(result, store).map((child) => ({ ...child, progress: progress(child, store) }));
  if (children.length === 0) return result.progress;
  if (children.length === 1 || children.every(({ weight }) => weight !== 1))
    return roundToTwoDecimals(children.reduce((sum, child) => sum + (child.progress ?? 0) * child.weight, 0));
  const known = children.map((child) => child.progress).filter((each) => each !== null);
  return known.length === 0 ? null : roundToTwoDecimals(known.reduce((sum, each) => sum + each, 0) / known.length);
};
