import { EventEmitter } from 'node:events';
import type { Executor, GraphQLRequest } from '../../graphql/executor.ts';
import type { RequestContext } from '../../graphql/context.ts';
import type { Store } from '../../store/store.ts';
import { type FindOperation, operationFinder } from './document-operations.ts';
import type { Exchange } from './exchange.ts';
import type { ExchangeDetails } from '../admin/request-schemas.ts';
import { type DetailSources, showDetails } from './exchange-details.ts';
import { maxMessageLength, messagesOf } from './kept-messages.ts';
import type { Recording, ShownRequest } from './recording.ts';
import { recountBytes } from './recorded-bytes.ts';
import { RecordingRing } from './recording-ring.ts';
import type { RequestFilter } from '../admin/request-schemas.ts';
import { isSelected } from './request-filter.ts';
import { ShownValues } from './shown-values.ts';
import { waitForExchanges } from './wait-for-exchanges.ts';

// Of a longer request, what is shown is read at once. As an object, a request takes several times as much memory.
const maxUnreadBytes = 10_000;

/** The last exchanges of a world, without secrets. */
export class RecordedRequests {
  readonly #findOperation: FindOperation;
  readonly #shown: ShownValues;
  readonly #sources: DetailSources;
  readonly #listeners = new EventEmitter<{ exchange: [Exchange] }>().setMaxListeners(0);
  readonly #recordings = new RecordingRing();
  /** `change`: the client of an exchange does not wait any more. `end`: there will be no further exchange. */
  readonly changes = new EventEmitter<{ change: [Exchange]; end: [] }>().setMaxListeners(0);

  constructor({ store, executor }: { store: Store; executor: Executor<RequestContext> }) {
    this.#findOperation = operationFinder(executor);
    this.#shown = new ShownValues(store);
    this.#sources = { shown: this.#shown, executor, store };
  }

  /** The exchanges that a filter selects, newest last. */
  find(filter: RequestFilter = {}): Exchange[] {
    this.#shown.readSecrets();
    return Array.from(this.#recordings, (each) => this.#exchangeOf(each)).filter((each) => isSelected(filter, each));
  }

  /** The exchanges after an id, newest last. */
  *after(lastId: number): Generator<Exchange> {
    this.#shown.readSecrets();
    for (const recording of this.#recordings.after(lastId)) yield this.#exchangeOf(recording);
  }

  /** The exchange with this id; undefined if it is not kept. */
  get(id: number): Exchange | undefined {
    const recording = this.#recordings.find(id);
    if (!recording) return undefined;
    this.#shown.readSecrets();
    return this.#exchangeOf(recording);
  }

  /** The id of the last exchange; 0 if there was none. */
  get lastId(): number {
    return this.#recordings.lastId;
  }

  /** The id of the last exchange that was recorded when the requests were cleared; 0 if it never was. */
  get lastClearedId(): number {
    return this.#recordings.lastClearedId;
  }

  count(filter: RequestFilter = {}): number {
    return this.find(filter).length;
  }

  /**
   * Resolves with the exchanges that a filter selects as soon as there are `count`, those already recorded included.
   * Rejects with a ProblemError with status 408 after `timeoutMs`, and with the reason of the signal when it is aborted.
   */
  wait(filter: RequestFilter = {}, count = 1, timeoutMs = 2000, signal?: AbortSignal): Promise<Exchange[]> {
    return waitForExchanges(this, { filter, count, timeoutMs, signal });
  }

  /** The whole of an exchange; undefined if it is not kept. */
  details(id: number): ExchangeDetails | undefined {
    const exchange = this.get(id);
    return exchange && showDetails(exchange, messagesOf(this.#recordings.find(id)!), this.#sources);
  }

  clear(): void {
    this.#recordings.clear();
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

  /** Notes the GraphQL request that is about to be executed. `length` is that of body and URL; NaN if it is not known. */
  noteRequest(recording: Recording, request: GraphQLRequest, length: number): void {
    if (length <= (request.readAgain ? maxMessageLength : maxUnreadBytes)) {
      recording.readRequest = request.readAgain ?? (() => request);
      recording.requestLength = length;
    }
    // The text of a short body takes less memory than what was read from it.
    const isShort = request.readAgain && length <= maxUnreadBytes;
    if (!isShort) this.#shown.readSecrets();
    recording.request = isShort ? request.readAgain : this.#showRequest(request);
  }

  /** Adds the recording of a request that is over. */
  add(recording: Recording): void {
    this.#recordings.add(recording);
    if (this.subscribers === 0) return;
    this.#shown.readSecrets();
    this.#listeners.emit('exchange', this.#exchangeOf(recording));
  }

  /** Notes that a client stopped waiting, after some milliseconds. */
  endWait(recording: Recording, milliseconds: number): void {
    if (this.#recordings.find(recording.id!) !== recording) return;
    const ended = { waiting: false, milliseconds };
    Object.assign(recording, ended);
    this.#shown.readSecrets();
    recording.exchange = { ...this.#exchangeOf(recording), ...ended };
    this.changes.emit('change', recording.exchange);
  }

  /** Ends the streams of exchanges, because their world is dropped. */
  end(): void {
    this.changes.emit('end');
    this.#recordings.discount();
  }

  /** Remembers the tokens, keys and secrets of the world, before other records replace it. */
  rememberSecrets(): void {
    this.#shown.readSecrets();
  }

  /** Returns a JSON value as recorded requests show it: without secrets, and cut where it is long. */
  readonly show = (value: unknown): unknown => {
    this.#shown.readSecrets();
    return this.#shown.value(value);
  };

  #exchangeOf(recording: Recording): Exchange {
    if (!recording.exchange) {
      recording.exchange = this.#show(recording);
      recountBytes(recording);
    }
    return recording.exchange;
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
      waiting: recording.waiting,
      errorCodes: recording.errorCodes,
      errorMessages: recording.errorMessages,
      milliseconds: recording.milliseconds,
      fault: recording.fault,
      ...(recording.application !== undefined && { application: recording.application }),
      ...(recording.scopes && { scopes: recording.scopes }),
      ...(recording.traceparent !== undefined && { traceparent: this.#shown.text(recording.traceparent) }),
      ...(recording.reason !== undefined && { reason: this.#shown.text(recording.reason) }),
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
