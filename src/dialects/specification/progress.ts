import { findChildResults, roundToTwoDecimals } from '../../server/resolvers/results.ts';
import type { Behavior } from '../../contract/behavior.ts';

/** Percent: of a result whose children have a progress their mean by weight, of another what was stored; or null. */
export const progress: Behavior['resultProgress'] = (result, store) => {
  const parts = findChildResults(result, store)
    .map((child) => ({ weight: Math.max(child.weight, 0), percent: progress(child, store) }))
    .filter((part): part is { weight: number; percent: number } => part.percent !== null);
  if (parts.length === 0) return result.progress;
  const weights = parts.reduce((sum, { weight }) => sum + weight, 0);
  // Children that weigh nothing together count alike.
  const total = parts.reduce((sum, { weight, percent }) => sum + (weights > 0 ? weight : 1) * percent, 0);
  return roundToTwoDecimals(total / (weights > 0 ? weights : parts.length));
};
