import { setTimeout } from 'node:timers/promises';
import robotsParser from 'robots-parser';
import type { Transport } from '../../src/client/deployment.ts';
import type { TargetRequest, TargetResponse } from '../../src/client/http-message.ts';
import { sendHttp } from '../../src/client/http.ts';
import { parseRetryAfter } from '../../src/client/retry-after.ts';
import { NoResponseError } from '../../src/client/target.ts';
import { version } from '../../src/version.ts';

// Its types are those of an ES module, which it is not.
const parseRobots = robotsParser as unknown as typeof robotsParser.default;
const userAgent = `plenum/${version} (survey)`;

/** How often a town may ask to wait, and how long. */
const maxWaits = 3;
const maxWaitMs = 60_000;
const maxRedirects = 3;

/** A town that asks to wait too long or too often. */
export class TooManyRequestsError extends NoResponseError {}

export interface VisitOptions {
  /** Minimum time between the starts of two requests. */
  requestIntervalMs: number;
  /** Time limit of a request. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** What `robots.txt` says about a URL. */
export type RobotsAnswer = { isAllowed: true } | { isAllowed: false; isFailing?: true; reason: string };

/** The requests to one town: one after the other, slowly, counted and measured. */
export class Visit implements Transport {
  readonly headers = { 'User-Agent': userAgent };
  requests = 0;
  readonly milliseconds: number[] = [];
  #intervalMs: number;
  #nextRequestAt = 0;
  #waits = 0;

  constructor(readonly options: VisitOptions) {
    this.#intervalMs = options.requestIntervalMs;
  }

  /** Sends a request when it is time, and again if the town asks to wait. Rejects with a NoResponseError. */
  async send(request: () => Promise<TargetResponse>): Promise<TargetResponse> {
    for (;;) {
      const waitMs = this.#nextRequestAt - Date.now();
      if (waitMs > 0) await setTimeout(waitMs, undefined, { signal: this.options.signal });
      this.#nextRequestAt = Date.now() + this.#intervalMs;
      this.requests += 1;
      const response = await request();
      this.milliseconds.push(response.milliseconds);
      const { status, retryAfter } = response;
      const asksToWait = status === 429 || (status === 503 && retryAfter !== undefined);
      if (!asksToWait) return response;
      const askedMs = retryAfter === undefined ? Infinity : parseRetryAfter(retryAfter);
      this.#waits += 1;
      if (askedMs > maxWaitMs || this.#waits > maxWaits)
        throw new TooManyRequestsError(
          retryAfter === undefined
            ? `it limits requests (status ${status})`
            : `it asks to wait (status ${status}, Retry-After: ${retryAfter.slice(0, 100)})`,
        );
      this.#nextRequestAt = Math.max(this.#nextRequestAt, Date.now() + askedMs);
    }
  }

  /**
   * Reads `robots.txt`. As RFC 9309 says, a file that is not there allows everything, and one that fails nothing. Its delay between requests
   * is kept.
   */
  async readRobots(url: string): Promise<RobotsAnswer> {
    const { status, text } = await this.#getRobots(new URL('/robots.txt', url));
    if (status >= 500) return { isAllowed: false, isFailing: true, reason: `robots.txt fails (status ${status})` };
    if (status !== 200) return { isAllowed: true };
    const robots = parseRobots(new URL('/robots.txt', url).href, text);
    if (robots.isDisallowed(url, userAgent)) return { isAllowed: false, reason: `robots.txt forbids ${url}` };
    const delayMs = 1000 * (robots.getCrawlDelay(userAgent) ?? 0);
    if (delayMs > maxWaitMs)
      return { isAllowed: false, reason: `robots.txt asks for ${delayMs / 1000} s between requests` };
    this.#intervalMs = Math.max(this.#intervalMs, delayMs);
    this.#nextRequestAt = Math.max(this.#nextRequestAt, Date.now() + delayMs);
    return { isAllowed: true };
  }

  /** Redirects to the same host are followed, as RFC 9309 says; those to others are as if there was no file. */
  async #getRobots(url: URL): Promise<TargetResponse> {
    const request: TargetRequest = { method: 'GET', headers: this.headers };
    let next = url;
    for (let redirects = 0; ; redirects++) {
      const { timeoutMs, signal } = this.options;
      const response = await this.send(() => sendHttp(next.href, request, timeoutMs, undefined, signal));
      const { location = '' } = response;
      if (location === '' || !URL.canParse(location, next.href) || redirects === maxRedirects) return response;
      const target = new URL(location, next);
      if (target.host !== url.host || !/^https?:$/.test(target.protocol)) return response;
      next = target;
    }
  }
}
