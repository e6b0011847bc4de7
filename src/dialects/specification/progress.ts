import { childrenOf, twoDecimals } from '../../resolvers/results.ts';
import type { Ways } from '../../resolvers/ways.ts';

/** Percent: of a result whose children have a progress their mean by weight, of another what was stored; or null. */
export const progress: Ways['progress'] = (result, store) => {
  const parts = childrenOf(result, store)
    .map((child) => ({ weight: Math.max(child.weight, 0), percent: progress(child, store) }))
    .filter((part): part is { weight: number; percent: number } => part.percent !== null);
  if (parts.length === 0) return result.progress;
  const weights = parts.reduce((sum, { weight }) => sum + weight, 0);
  // Children that weigh nothing together count alike.
  const total = parts.reduce((sum, { weight, percent }) => sum + (weights > 0 ? weight : 1) * percent, 0);
  return twoDecimals(total / (weights > 0 ? weights : parts.length));
};
