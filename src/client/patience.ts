import { setTimeout } from 'node:timers/promises';
import { type TargetResponse, describeResponse } from './http-message.ts';
import { NoResponseError, UnavailableError } from './target.ts';

/** How long a request waits for a server that cannot respond for now. */
export interface Patience {
  /** How often a request is sent at most. Default: 7, which takes a little more than a minute. */
  maxAttempts?: number | undefined;
  /** Milliseconds before the first repetition; each further one doubles it. Default: a second. */
  firstWaitMs?: number | undefined;
  /** Whether a server that has responded, and does not any more, is waited for too. */
  waitsForOutages?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** Called before a request is sent again, with the reason and the milliseconds until then. */
  onWait?: ((reason: string, waitMs: number) => void) | undefined;
}

/** The longest that a request waits, all its repetitions together. */
const maxWaitMs = 5 * 60_000;
// A server that has never responded has a wrong URL, not a bad minute.
const maxFirstAttempts = 3;

/** The milliseconds of a Retry-After header: seconds, or a date of HTTP. 0 if it is neither. */
function parseRetryAfter(value: string): number {
  if (/^\d{1,9}$/.test(value)) return 1000 * Number(value);
  const time = Date.parse(value);
  return Number.isNaN(time) ? 0 : Math.max(0, time - Date.now());
}

/** What comes back of one attempt: a response, or why there is none. */
type Attempt = TargetResponse | NoResponseError;

/** Whether a response says only that the server cannot respond for now. */
const isUnavailable = ({ status }: TargetResponse): boolean => [429, 502, 503, 504].includes(status);

/**
 * Whether a request can be sent again. A server that limits requests, or is not available, has not executed it. A gateway, or a
 * connection that ended, does not say whether the server has; a read can be executed twice.
 */
const canRepeat = (attempt: Attempt, isRead: boolean): boolean =>
  isRead || (!(attempt instanceof NoResponseError) && (attempt.status === 429 || attempt.status === 503));

// A new connection is tried sooner than a server that asks for patience.
const maxConnections = 5;
const connectionWait = 0.1;

/** Sends requests to one server, again while it cannot respond for now. */
export class PatientSender {
  #hasResponded = false;

  constructor(
    readonly url: string,
    readonly patience: Patience = {},
  ) {}

  /** Resolves to the response. Rejects with an UnavailableError if the patience ends first, else with the NoResponseError of the request. */
  async send(send: () => Promise<TargetResponse>, isRead: boolean): Promise<TargetResponse> {
    const { signal, onWait } = this.patience;
    let waited = 0;
    for (let count = 1; ; count += 1) {
      const attempt = await send().catch((error: unknown): NoResponseError => {
        if (error instanceof NoResponseError) return Object.assign(error, { server: this.url });
        throw error;
      });
      if (!(attempt instanceof NoResponseError) && !isUnavailable(attempt)) {
        this.#hasResponded = true;
        return attempt;
      }
      const { reason, waitMs, maxAttempts } = this.#judge(attempt, count);
      const isOver = count >= maxAttempts || !canRepeat(attempt, isRead) || waited + waitMs > maxWaitMs;
      if (isOver || signal?.aborted) {
        if (attempt instanceof NoResponseError && !attempt.hasEnded) throw attempt;
        throw Object.assign(new UnavailableError(reason), { server: this.url });
      }
      onWait?.(reason, waitMs);
      await setTimeout(waitMs, undefined, { signal });
      waited += waitMs;
    }
  }

  /** What to do after an attempt that says nothing about the behavior of the server. */
  #judge(attempt: Attempt, count: number): { reason: string; waitMs: number; maxAttempts: number } {
    const { maxAttempts = 7, firstWaitMs = 1000, waitsForOutages = false } = this.patience;
    const waitMs = firstWaitMs * 2 ** (count - 1);
    const attempts = this.#hasResponded ? maxAttempts : Math.min(maxFirstAttempts, maxAttempts);
    if (!(attempt instanceof NoResponseError)) {
      const reason = describeResponse(attempt);
      return { reason, waitMs: Math.max(parseRetryAfter(attempt.retryAfter ?? ''), waitMs), maxAttempts: attempts };
    }
    const { message: reason } = attempt;
    if (waitsForOutages && this.#hasResponded) return { reason, waitMs, maxAttempts: attempts };
    if (attempt.hasEnded) return { reason, waitMs: waitMs * connectionWait, maxAttempts: maxConnections };
    return { reason, waitMs, maxAttempts: 1 };
  }
}
