import { setTimeout } from 'node:timers/promises';
import { mayWrite } from '../../src/client/unambiguous-document.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';
import {
  type TargetRequest,
  type TargetResponse,
  describeResponse,
  graphqlRequest,
} from '../../src/client/http-message.ts';
import { waitAfter } from '../../src/client/retry-after.ts';
import { isJsonObject } from '../../src/client/json-value.ts';
import { NoResponseError, type Target } from '../../src/client/target.ts';
import { LimitError, limitJson, limits } from './limits.ts';

/** The reason with which an import stops when the user interrupts it. */
export class InterruptedError extends CommandError {
  constructor() {
    super('interrupted', exitCodes.interrupted);
  }
}

/** The reason with which an import stops when the deployment does not answer, or refuses to. */
export class OutageError extends CommandError {}

export interface SourceOptions {
  /** The deployment; it limits the rate of requests. */
  target: Target;
  /** The actor who reads. */
  actor: 'admin' | 'anonymous';
  signal: AbortSignal;
  /** Called before a request is repeated, with the reason. */
  onWait?(reason: string, waitMs: number): void;
  /** The time before the first repetition; each further one doubles it. */
  firstWaitMs?: number;
  /** When the import stops reading, in milliseconds since 1970. */
  endsAt?: number;
}

const maxAttempts = 8;

/** A deployment that is read, query by query. */
export class Source {
  /** The requests of this run, repetitions included. */
  sent = 0;
  #characters = 0;

  constructor(readonly options: SourceOptions) {}

  /** The status and the data and errors of a query; see `request`. */
  async send(query: string): Promise<{ status: number; json: unknown }> {
    // Ids and names of types come from the server.
    if (mayWrite(query))
      throw new CommandError(
        `${this.options.target.url} has names with which a query would write`,
        exitCodes.unreachable,
      );
    const { target, actor } = this.options;
    const response = await this.request(graphqlRequest(query, {}, await target.authorizationHeaders(actor)));
    this.#assertAnswered(response);
    const { status, json } = response;
    return { status, json: isJsonObject(json) ? limitJson(json) : null };
  }

  /**
   * Sends a request, and again while the server limits requests or fails. Rejects with an InterruptedError, with an OutageError, or
   * with a LimitError if the import has read as much as it may.
   */
  async request(request: TargetRequest): Promise<TargetResponse> {
    for (let attempt = 1; ; attempt++) {
      if (this.options.signal.aborted) throw new InterruptedError();
      this.#assertWithinLimits();
      const response = await this.#attempt(request);
      if (response instanceof NoResponseError) {
        if (attempt >= maxAttempts) throw this.#unreachable(response.message);
        await this.#wait(response.message, attempt, undefined);
        continue;
      }
      this.#characters += response.text.length;
      if (!isTemporary(response) || attempt >= maxAttemptsOf(response)) return response;
      await this.#wait(describeResponse(response), attempt, response.retryAfter);
    }
  }

  #assertWithinLimits(): void {
    const { endsAt = Infinity } = this.options;
    if (this.sent >= limits.requests) throw new LimitError(`it has sent ${limits.requests} requests`);
    if (this.#characters >= limits.characters)
      throw new LimitError(`the responses are longer than ${limits.characters} characters`);
    if (Date.now() >= endsAt) throw new LimitError('it has taken as long as --max-minutes allows');
  }

  async #attempt(request: TargetRequest): Promise<TargetResponse | NoResponseError> {
    const { target, signal } = this.options;
    try {
      this.sent += 1;
      return await target.send(request);
    } catch (error) {
      if (signal.aborted) throw new InterruptedError();
      if (!(error instanceof NoResponseError)) throw error;
      // A server that does not answer the first request has a wrong URL, not a bad minute.
      if (this.sent === 1) throw this.#unreachable(error.message);
      return error;
    }
  }

  #assertAnswered(response: TargetResponse): void {
    const { status } = response;
    if (status === 401 || status === 403)
      throw new OutageError(
        `${this.options.target.url} refuses the request: ${describeResponse(response)}. A token comes from the variable that --token-env names.`,
        exitCodes.unreachable,
      );
    if (status === 429 || status === 503 || response.location !== undefined)
      throw this.#unreachable(describeResponse(response));
  }

  async #wait(reason: string, attempt: number, retryAfter: string | undefined): Promise<void> {
    const { firstWaitMs, signal, onWait } = this.options;
    const waitMs = waitAfter(attempt, retryAfter, firstWaitMs);
    if (signal.aborted) return;
    onWait?.(reason, waitMs);
    // The caller looks at the signal.
    await setTimeout(waitMs, undefined, { signal }).catch(() => undefined);
  }

  #unreachable(reason: string): OutageError {
    return new OutageError(`${this.options.target.url} is unreachable: ${reason}`, exitCodes.unreachable);
  }
}

const isTemporary = ({ status }: TargetResponse): boolean => status === 429 || status >= 500;

/** A failure of the application comes again: a smaller query is what helps. */
const maxAttemptsOf = ({ status }: TargetResponse): number => (status === 500 ? 2 : maxAttempts);
