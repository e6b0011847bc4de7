import { setTimeout } from 'node:timers/promises';
import { type TargetResponse, describeResponse, graphqlRequest } from '../../src/client/http-message.ts';
import { waitAfter } from '../../src/client/retry-after.ts';
import { NoResponseError, type Target } from '../../src/client/target.ts';
import type { Actor } from '../../src/client/actor.ts';
import { CommandError, exitCodes } from '../../src/errors.ts';

/** The most that one deployment gets. A release of Decidim needs about 70. */
const maxRequests = 250;
/** How many documents may be status 500: some values make a release fail. */
const maxFailures = 20;
const maxAttempts = 5;

/** Sends documents to a deployment, counts them, and waits as long as it asks for. */
export class PoliteSender {
  #sent = 0;
  #failures = 0;

  constructor(
    readonly target: Target,
    readonly options: { signal?: AbortSignal | undefined; onWait?: ((waitMs: number) => void) | undefined } = {},
  ) {}

  /** The requests so far, repetitions included. */
  get sent(): number {
    return this.#sent;
  }

  /** Rejects with a CommandError if there is no response, if the server goes on limiting requests, or after `maxRequests`. */
  async send(actor: Actor, query: string, variables: Record<string, unknown> = {}): Promise<TargetResponse> {
    const { url } = this.target;
    for (let attempt = 1; ; attempt++) {
      if (this.#sent >= maxRequests)
        throw new CommandError(`${url} got ${maxRequests} requests, and is not asked further`, exitCodes.unreachable);
      const response = await this.#attempt(actor, query, variables);
      if (response.status !== 429 && response.status !== 503) {
        if (response.status >= 500 && ++this.#failures > maxFailures)
          throw new CommandError(`${url} fails: ${describeResponse(response)}`, exitCodes.unreachable);
        return response;
      }
      if (attempt >= maxAttempts)
        throw new CommandError(`${url} limits requests: ${describeResponse(response)}`, exitCodes.unreachable);
      await this.#wait(waitAfter(attempt, response.retryAfter));
    }
  }

  async #attempt(actor: Actor, query: string, variables: Record<string, unknown>): Promise<TargetResponse> {
    const { target, options } = this;
    const headers = await target.authorizationHeaders(actor);
    try {
      this.#sent += 1;
      return await target.send(graphqlRequest(query, variables, headers));
    } catch (error) {
      if (options.signal?.aborted) throw interrupted();
      if (!(error instanceof NoResponseError)) throw error;
      throw new CommandError(`${target.url} is unreachable: ${error.message}`, exitCodes.unreachable);
    }
  }

  async #wait(waitMs: number): Promise<void> {
    this.options.onWait?.(waitMs);
    await setTimeout(waitMs, undefined, this.options.signal && { signal: this.options.signal }).catch(() => {
      throw interrupted();
    });
  }
}

const interrupted = () => new CommandError('interrupted', exitCodes.interrupted);
