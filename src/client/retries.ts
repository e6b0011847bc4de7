import { setTimeout } from 'node:timers/promises';
import { type TargetRequest, type TargetResponse, describeResponse } from './http-message.ts';
import { NoResponseError } from './target.ts';

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
const waitAfter = (attempt: number, retryAfter: string | undefined, firstWaitMs: number): number =>
  Math.min(maxWaitMs, Math.max(parseRetryAfter(retryAfter ?? '0'), firstWaitMs * 2 ** (attempt - 1)));

export interface RetryOptions {
  maxAttempts: number;
  /** The time before the first repetition; each further one doubles it. Default: a second. */
  firstWaitMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Called before a request is repeated, with the reason. */
  onWait?: ((reason: string, waitMs: number) => void) | undefined;
}

type Send = (request: TargetRequest) => Promise<TargetResponse>;

/** A failure of the application comes again, so it is repeated once, and not at all if the application answers it itself. */
function maxAttemptsFor({ status, json }: TargetResponse, maxAttempts: number): number {
  if (status === 500) return json === undefined ? 2 : 1;
  return status === 429 || status > 500 ? maxAttempts : 1;
}

/**
 * Sends a request again while the server limits requests, fails or does not answer. Returns the last response, or rejects with the
 * last NoResponseError. A server that has never answered has a wrong URL, not a bad minute: its error is not repeated.
 */
export function withRetries(send: Send, { maxAttempts, firstWaitMs = 1000, signal, onWait }: RetryOptions): Send {
  let hasAnswered = false;
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const result = await send(request).catch((error: unknown) => {
        if (error instanceof NoResponseError && hasAnswered && attempt < maxAttempts && !signal?.aborted) return error;
        throw error;
      });
      const isResponse = !(result instanceof NoResponseError);
      hasAnswered ||= isResponse;
      if (isResponse && attempt >= maxAttemptsFor(result, maxAttempts)) return result;
      const waitMs = waitAfter(attempt, isResponse ? result.retryAfter : undefined, firstWaitMs);
      onWait?.(isResponse ? describeResponse(result) : result.message, waitMs);
      await setTimeout(waitMs, undefined, { signal });
    }
  };
}
