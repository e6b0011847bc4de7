/** The milliseconds of a Retry-After header: seconds, or a date of HTTP. 0 if it is neither. */
function parseRetryAfter(value: string): number {
  if (/^\d{1,9}$/.test(value)) return 1000 * Number(value);
  const time = Date.parse(value);
  return Number.isNaN(time) ? 0 : Math.max(0, time - Date.now());
}

const maxWaitMs = 5 * 60_000;

/**
 * The milliseconds to wait after an attempt, the first of which is 1: what the header Retry-After asks for, or if that is less, `firstWaitMs` doubled by each attempt.
 * At most five minutes.
 */
export const waitAfter = (attempt: number, retryAfter: string | undefined, firstWaitMs = 1000): number =>
  Math.min(maxWaitMs, Math.max(parseRetryAfter(retryAfter ?? '0'), firstWaitMs * 2 ** (attempt - 1)));
