/** The milliseconds of a Retry-After header: seconds, or a date of HTTP. 0 if it is neither. */
export function parseRetryAfter(value: string): number {
  if (/^\d{1,9}$/.test(value)) return 1000 * Number(value);
  const time = Date.parse(value);
  return Number.isNaN(time) ? 0 : Math.max(0, time - Date.now());
}
