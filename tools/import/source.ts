import { setImmediate, setTimeout } from 'node:timers/promises';
import { mayWrite } from '../../src/client/unambiguous-document.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import { type TargetResponse, describeResponse, graphqlRequest } from '../../src/client/http-message.ts';
import { waitAfter } from '../../src/client/retry-after.ts';
import { isJsonObject } from '../../src/client/json-value.ts';
import { NoResponseError, type Target } from '../../src/client/target.ts';
import { LimitError, limitJson, limits } from './limits.ts';
import type { ResponseFile, SavedResponse } from './response-file.ts';

/** The reason with which an import stops when the user interrupts it. */
export class InterruptedError extends Error {}

export interface SourceOptions {
  /** The deployment; it limits the rate of requests. */
  target: Target;
  /** The actor who reads. */
  actor: 'admin' | 'anonymous';
  responses: ResponseFile;
  signal: AbortSignal;
  /** Called before a request is repeated, with the reason. */
  onWait?(reason: string, waitMs: number): void;
  /** The time before the first repetition; each further one doubles it. */
  firstWaitMs?: number;
  /** When the import stops reading, in milliseconds since 1970. */
  endsAt?: number;
}

const maxAttempts = 8;

/** A deployment that is read, query by query. Responses are saved; a query that was answered is not sent again. */
export class Source {
  /** The requests of this run, repetitions included. */
  sent = 0;

  constructor(readonly options: SourceOptions) {}

  /**
   * The answer to a query. Repeats it while the server limits requests or fails. Rejects with an InterruptedError, or with a
   * LimitError if the import has read as much as it may.
   */
  async send(query: string): Promise<SavedResponse> {
    const { responses, signal } = this.options;
    // Saved responses alone would leave no time for the signal.
    await setImmediate();
    if (signal.aborted) throw new InterruptedError();
    const saved = responses.find(query);
    if (saved) return saved;
    // Ids and names of types come from the server.
    if (mayWrite(query))
      throw new CommandError(
        `${this.options.target.url} has names with which a query would write`,
        exitCodes.unreachable,
      );
    for (let attempt = 1; ; attempt++) {
      if (signal.aborted) throw new InterruptedError();
      this.#assertWithinLimits();
      const response = await this.#attempt(query);
      if (response instanceof NoResponseError) {
        if (attempt >= maxAttempts) throw this.#unreachable(response.message);
        await this.#wait(response.message, attempt, undefined);
        continue;
      }
      if (!isTemporary(response) || attempt >= maxAttemptsOf(response)) return this.#save(query, response);
      await this.#wait(describeResponse(response), attempt, response.retryAfter);
    }
  }

  #assertWithinLimits(): void {
    const { responses, endsAt = Infinity } = this.options;
    if (this.sent >= limits.requests) throw new LimitError(`it has sent ${limits.requests} requests`);
    if (responses.characters >= limits.characters)
      throw new LimitError(`the responses are longer than ${limits.characters} characters`);
    if (Date.now() >= endsAt) throw new LimitError('it has taken as long as --max-minutes allows');
  }

  async #attempt(query: string): Promise<TargetResponse | NoResponseError> {
    const { target, actor, signal } = this.options;
    try {
      this.sent += 1;
      return await target.send(graphqlRequest(query, {}, await target.authorizationHeaders(actor)));
    } catch (error) {
      if (signal.aborted) throw new InterruptedError();
      if (!(error instanceof NoResponseError)) throw error;
      // A server that does not answer the first request has a wrong URL, not a bad minute.
      if (this.sent === 1) throw this.#unreachable(error.message);
      return error;
    }
  }

  #save(query: string, response: TargetResponse): SavedResponse {
    const { status, json } = response;
    if (status === 401 || status === 403)
      throw new CommandError(
        `${this.options.target.url} refuses the request: ${describeResponse(response)}. A token comes from the variable that --token-env names.`,
        exitCodes.unreachable,
      );
    if (status === 429 || status === 503 || response.location !== undefined)
      throw this.#unreachable(describeResponse(response));
    const saved = { status, json: isJsonObject(json) ? limitJson(json) : null };
    this.options.responses.add(query, saved);
    return saved;
  }

  async #wait(reason: string, attempt: number, retryAfter: string | undefined): Promise<void> {
    const { firstWaitMs, signal, onWait } = this.options;
    const waitMs = waitAfter(attempt, retryAfter, firstWaitMs);
    if (signal.aborted) return;
    onWait?.(reason, waitMs);
    // The caller looks at the signal.
    await setTimeout(waitMs, undefined, { signal }).catch(() => undefined);
  }

  #unreachable(reason: string): CommandError {
    return new CommandError(`${this.options.target.url} is unreachable: ${reason}`, exitCodes.unreachable);
  }
}

const isTemporary = ({ status }: TargetResponse): boolean => status === 429 || status >= 500;

/** A failure of the application comes again: a smaller query is what helps. */
const maxAttemptsOf = ({ status }: TargetResponse): number => (status === 500 ? 2 : maxAttempts);
