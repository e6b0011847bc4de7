import { EventEmitter } from 'node:events';
import type { Executor, GraphQLRequest } from '../../contract/executor.ts';
import type { RequestContext } from '../../contract/request-context.ts';
import type { Store } from '../../store/store.ts';
import { type Match, matches } from '../matching.ts';
import { ProblemError } from '../problem.ts';
import { type FindOperations, operationsFinder } from './document-operations.ts';
import type { Exchange } from './exchange.ts';
import type { Recording } from './recording.ts';
import { ShownValues, maxShownCharacters } from './shown-values.ts';

/** How many exchanges a journal holds. */
export const maxExchanges = 1000;

// Of the variables in a longer request, only what the journal shows is kept.
const maxKeptBytes = 10_000;

/** Which exchanges of a journal are meant. If omitted, all. */
export interface RequestFilter {
  match?: Match;
  /** A code that one of the errors has; null for an error without a code. */
  errorCode?: string | null;
}

/** The last exchanges of an instance, without secrets. */
export class RequestJournal {
  readonly #findOperations: FindOperations;
  readonly #shown: ShownValues;
  readonly #listeners = new EventEmitter<{ exchange: [Exchange] }>().setMaxListeners(0);
  /** The recording with an id is at the index `id % maxExchanges`. */
  #recordings: Recording[] = [];
  #lastId = 0;
  #lastClearedId = 0;

  constructor({ store, executor }: { store: Store; executor: Executor<RequestContext> }) {
    this.#findOperations = operationsFinder(executor);
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
  async wait(filter: RequestFilter = {}, count = 1, timeoutMs = 2000, signal?: AbortSignal): Promise<Exchange[]> {
    signal?.throwIfAborted();
    let found = this.find(filter);
    if (found.length >= count) return found;
    return new Promise((resolve, reject) => {
      const settle = (run: () => void) => {
        clearTimeout(timer);
        unsubscribe();
        signal?.removeEventListener('abort', onAbort);
        run();
      };
      const onAbort = () => settle(() => reject(signal!.reason as Error));
      const unsubscribe = this.subscribe((exchange) => {
        if (!isSelected(filter, exchange)) return;
        found = this.find(filter);
        if (found.length >= count) settle(() => resolve(found));
      });
      const timer = setTimeout(() => {
        const message = `${found.length} of ${count} requests arrived within ${timeoutMs} ms.`;
        settle(() => reject(new ProblemError(408, message)));
      }, timeoutMs);
      signal?.addEventListener('abort', onAbort);
    });
  }

  clear(): void {
    this.#recordings = [];
    this.#lastClearedId = this.#lastId;
  }

  /** Calls a listener with each further exchange. Returns the function that ends this. */
  subscribe(listener: (exchange: Exchange) => void): () => void {
    this.#listeners.on('exchange', listener);
    return () => void this.#listeners.off('exchange', listener);
  }

  /** Notes the GraphQL request that is about to be executed. `contentLength` is NaN if it is not known. */
  noteRequest(recording: Recording, { query, operationName, variables }: GraphQLRequest, contentLength: number): void {
    recording.document = this.#findOperations(query);
    recording.operationName =
      operationName && operationName.length > maxShownCharacters ? this.#shown.text(operationName) : operationName;
    recording.variables = variables;
    if (!variables || contentLength <= maxKeptBytes) return;
    this.#shown.readSecrets();
    recording.variables = this.#shown.variables(variables);
    recording.areVariablesShown = true;
  }

  /** Adds the recording of a request that is over. */
  add(recording: Recording): void {
    recording.id = this.#lastId += 1;
    this.#recordings[recording.id % maxExchanges] = recording;
    if (this.#listeners.listenerCount('exchange') === 0) return;
    this.#shown.readSecrets();
    this.#listeners.emit('exchange', this.#exchangeOf(recording));
  }

  /** Remembers the tokens, keys and secrets of the world, before other records replace it. */
  rememberSecrets(): void {
    this.#shown.readSecrets();
  }

  #exchangeOf(recording: Recording): Exchange {
    return (recording.exchange ??= this.#show(recording));
  }

  #show(recording: Recording): Exchange {
    const { document, variables, operationName: sentName } = recording;
    const { operationName, coordinates } = document?.find(sentName) ?? { operationName: null, coordinates: [] };
    recording.variables = undefined;
    return {
      id: recording.id!,
      time: new Date(recording.time).toISOString(),
      method: recording.method,
      path: this.#shown.text(recording.path),
      operationName: operationName && this.#shown.text(operationName),
      coordinates,
      user: recording.user,
      variables: recording.areVariablesShown ? variables! : this.#shown.variables(variables),
      status: recording.status,
      errorCodes: recording.errorCodes,
      milliseconds: recording.milliseconds,
      fault: recording.fault,
    };
  }
}

const isSelected = ({ match = {}, errorCode }: RequestFilter, exchange: Exchange): boolean =>
  matches(match, exchange) && (errorCode === undefined || exchange.errorCodes.includes(errorCode));
