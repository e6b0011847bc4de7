import { EventEmitter } from 'node:events';
import type { Executor, GraphQLRequest } from '../../contract/executor.ts';
import type { RequestContext } from '../../contract/request-context.ts';
import type { Store } from '../../store/store.ts';
import { type FindOperation, operationFinder } from './document-operations.ts';
import type { Exchange } from './exchange.ts';
import type { Recording, ShownRequest } from './recording.ts';
import { type RequestFilter, isSelected } from './request-filter.ts';
import { ShownValues } from './shown-values.ts';
import { waitForExchanges } from './wait-for-exchanges.ts';

/** How many exchanges a journal holds. */
export const maxExchanges = 1000;

// Of a longer request, only what the journal shows is kept.
const maxKeptBytes = 10_000;

/** The last exchanges of an instance, without secrets. */
export class RequestJournal {
  readonly #findOperation: FindOperation;
  readonly #shown: ShownValues;
  readonly #listeners = new EventEmitter<{ exchange: [Exchange] }>().setMaxListeners(0);
  /** The recording with an id is at the index `id % maxExchanges`. */
  #recordings: Recording[] = [];
  #lastId = 0;
  #lastClearedId = 0;

  constructor({ store, executor }: { store: Store; executor: Executor<RequestContext> }) {
    this.#findOperation = operationFinder(executor);
    this.#shown = new ShownValues(store);
  }

  /** The exchanges that a filter selects, newest last. */
  find(filter: RequestFilter = {}): Exchange[] {
    this.#shown.readSecrets();
    const found: Exchange[] = [];
    for (let id = Math.max(this.#lastClearedId, this.#lastId - maxExchanges) + 1; id <= this.#lastId; id++) {
      const exchange = this.#exchangeOf(this.#recordings[id % maxExchanges]!);
      if (isSelected(filter, exchange)) found.push(exchange);
    }
    return found;
  }

  count(filter: RequestFilter = {}): number {
    return this.find(filter).length;
  }

  /**
   * Resolves with the exchanges that a filter selects as soon as there are `count`, those already in the journal included.
   * Rejects with a ProblemError with status 408 after `timeoutMs`, and with the reason of the signal when it is aborted.
   */
  wait(filter: RequestFilter = {}, count = 1, timeoutMs = 2000, signal?: AbortSignal): Promise<Exchange[]> {
    return waitForExchanges(this, { filter, count, timeoutMs, signal });
  }

  clear(): void {
    this.#recordings = [];
    this.#lastClearedId = this.#lastId;
  }

  /** How many listeners there are. */
  get subscribers(): number {
    return this.#listeners.listenerCount('exchange');
  }

  /** Calls a listener with each further exchange. Returns the function that ends this. */
  subscribe(listener: (exchange: Exchange) => void): () => void {
    this.#listeners.on('exchange', listener);
    return () => void this.#listeners.off('exchange', listener);
  }

  /** Notes the GraphQL request that is about to be executed. `contentLength` is NaN if it is not known. */
  noteRequest(recording: Recording, request: GraphQLRequest, contentLength: number): void {
    // The text of a short body takes less memory than what was read from it.
    if (request.readAgain && contentLength <= maxKeptBytes) {
      recording.request = request.readAgain;
      return;
    }
    this.#shown.readSecrets();
    recording.request = this.#showRequest(request);
  }

  /** Adds the recording of a request that is over. */
  add(recording: Recording): void {
    recording.id = this.#lastId += 1;
    this.#recordings[recording.id % maxExchanges] = recording;
    if (this.subscribers === 0) return;
    this.#shown.readSecrets();
    this.#listeners.emit('exchange', this.#exchangeOf(recording));
  }

  /** Remembers the tokens, keys and secrets of the world, before other records replace it. */
  rememberSecrets(): void {
    this.#shown.readSecrets();
  }

  /** Returns a JSON value as the journal shows it: without secrets, and cut where it is long. */
  readonly show = (value: unknown): unknown => {
    this.#shown.readSecrets();
    return this.#shown.value(value);
  };

  #exchangeOf(recording: Recording): Exchange {
    return (recording.exchange ??= this.#show(recording));
  }

  #show(recording: Recording): Exchange {
    const { request = nothing } = recording;
    recording.request = undefined;
    return {
      id: recording.id!,
      time: new Date(recording.time).toISOString(),
      method: recording.method,
      path: this.#shown.text(recording.path),
      ...(typeof request === 'function' ? this.#showRequest(request()) : request),
      user: recording.user,
      status: recording.status,
      errorCodes: recording.errorCodes,
      milliseconds: recording.milliseconds,
      fault: recording.fault,
      ...(recording.upstream !== undefined && { upstream: recording.upstream }),
    };
  }

  #showRequest({ query, operationName: sentName, variables }: GraphQLRequest): ShownRequest {
    const { operationName, coordinates } = this.#findOperation(query, sentName);
    return {
      operationName: operationName && this.#shown.text(operationName),
      coordinates,
      variables: this.#shown.variables(variables),
    };
  }
}

const nothing: ShownRequest = { operationName: null, coordinates: [], variables: null };
