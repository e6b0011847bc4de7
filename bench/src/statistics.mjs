/**
 * The value below which this share of the values lies, between 0 and 1, interpolated; NaN without values.
 * @param {readonly number[]} values
 * @param {number} share
 */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? NaN;
  const above = sorted[Math.ceil(position)] ?? NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/** @typedef {{ min: number, median: number, max: number }} Summary */

/**
 * The lowest value, the median and the highest value; undefined without values.
 * @param {readonly number[]} values
 * @returns {Summary | undefined}
 */
export function summarize(values) {
  if (values.length === 0) return undefined;
  return { min: Math.min(...values), median: quantile(values, 0.5), max: Math.max(...values) };
}

/**
 * Summarizes the ratios of two lists of measurements, round by round: the two measurements of a round are close in time, so that a
 * machine that slows down affects both. Undefined without a round that has both.
 * @param {readonly number[]} values
 * @param {readonly number[]} baselines
 */
export function summarizeRatios(values, baselines) {
  const rounds = Math.min(values.length, baselines.length);
  return summarize(values.slice(0, rounds).map((value, round) => value / /** @type {number} */ (baselines[round])));
}
