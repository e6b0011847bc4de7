import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '../../graphql/context.ts';
import type { Executor, GraphQLRequest } from '../../graphql/executor.ts';
import type { Store } from '../../store/store.ts';
import { ProblemError } from '../api/problem.ts';
import { findOperation } from './document-operations.ts';
import { type Exchange, type ExchangeDetails, type RequestFilter, isSelected } from './exchange.ts';
import { Redactor } from './redactor.ts';

/** What the server notes about a request while it responds. */
export interface Recording extends Omit<
  Exchange,
  'id' | 'operationName' | 'coordinates' | 'variables' | 'time' | 'receivedAt'
> {
  /** Milliseconds since 1970 by the clock of the world. */
  time: number;
  /** Milliseconds since 1970 by the clock of the machine. */
  receivedAt: number;
  /** What `performance.now()` was at the begin. */
  readonly startedAt: number;
  /** The GraphQL request; undefined if nothing was executed. */
  operation?: GraphQLRequest;
  requestHeaders: IncomingHttpHeaders;
  responseHeaders: OutgoingHttpHeaders;
  /** The characters of its URL and its body. */
  requestLength: number;
  /** The body of the response; undefined if it is a stream. */
  body?: string | Buffer | undefined;
}

/** A recording as it is kept: its exchange is made when somebody looks at it, because that takes longer than many a response. */
interface Recorded {
  readonly id: number;
  /** Without those of its parts that are too long. */
  readonly recording: Recording;
  /** Whether its GraphQL request is too long to be kept. */
  readonly isTooLong: boolean;
  exchange?: Exchange;
}

/** How many exchanges a world has. */
const maxExchanges = 1000;
/** How many bytes the exchanges of all worlds of a process take, as estimated; the oldest make room. */
const maxBytes = 32_000_000;
/** How many characters of a request, and of a response, are kept: a longer one is not. */
const maxMessageLength = 100_000;

/** How much of a request is shown in lists: characters of a text, members and items of the variables. */
const listed = { maxLength: 1000, maxMembers: 1000 };

const credentialNames = new Set(['authorization', 'cookie', 'proxy-authorization']);
const textType = /^text\/|[/+]json\b/;

/** The last exchanges of a world, without secrets. */
export class RecordedRequests {
  static readonly #all = new LRUCache<Recorded, RecordedRequests>({
    maxSize: maxBytes,
    dispose: (requests, { id }) => requests.#recorded.delete(id),
  });

  readonly #store: Store;
  readonly #executor: Executor<RequestContext>;
  readonly #redactor: Redactor;
  readonly #recorded = new Map<number, Recorded>();
  /** Differs from that of every other world, whose ids also begin at 1. */
  readonly key = randomBytes(4).toString('hex');
  #lastId = 0;
  /** `change`: the client of an exchange does not wait any more. `end`: there will be no further exchange. */
  readonly events = new EventEmitter<{ exchange: [Exchange]; change: [Exchange]; end: [] }>().setMaxListeners(0);

  constructor(store: Store, executor: Executor<RequestContext>) {
    this.#store = store;
    this.#executor = executor;
    this.#redactor = new Redactor(store);
  }

  /** The id of the newest exchange, also if it is not kept any more. */
  get lastId(): number {
    return this.#lastId;
  }

  /** The exchanges that a filter selects, newest last. */
  find(filter: RequestFilter = {}): Exchange[] {
    return Array.from(this.#recorded.values(), this.#show).filter((each) => isSelected(filter, each));
  }

  /**
   * Resolves with the exchanges that a filter selects as soon as there are `count`, those already recorded included.
   * Rejects with a ProblemError with status 408 after `timeoutMs`, and with the reason of the signal when it is aborted.
   */
  async wait(filter: RequestFilter = {}, count = 1, timeoutMs = 2000, signal?: AbortSignal): Promise<Exchange[]> {
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
    for (;;) {
      const found = this.find(filter);
      if (found.length >= count) return found;
      try {
        await once(this.events, 'exchange', { signal: ended });
      } catch {
        signal?.throwIfAborted();
        throw new ProblemError(408, `${found.length} of ${count} requests arrived within ${timeoutMs} ms.`);
      }
    }
  }

  clear(): void {
    for (const recorded of this.#recorded.values()) RecordedRequests.#all.delete(recorded);
  }

  /** Ends the streams of exchanges, because their world is dropped. */
  end(): void {
    this.events.emit('end');
    this.clear();
  }

  /** Remembers the tokens, keys and secrets of the world, before other records replace it. */
  rememberSecrets(): void {
    this.#redactor.readSecrets();
  }

  /** Adds the recording of a request that is over. Returns the function that notes that its client stopped waiting, after some milliseconds. */
  add(recording: Recording): (milliseconds: number) => void {
    const { operation, requestLength, body } = recording;
    const isTooLong = operation !== undefined && requestLength > maxMessageLength;
    const isBodyTooLong = body !== undefined && body.length > maxMessageLength;
    const kept = isTooLong || isBodyTooLong ? { ...recording } : recording;
    if (isBodyTooLong) delete kept.body;
    const recorded: Recorded = { id: ++this.#lastId, recording: kept, isTooLong };
    // What is a secret now can be replaced before somebody looks.
    this.#redactor.readSecrets();
    if (isTooLong) {
      this.#show(recorded);
      delete kept.operation;
    }
    const [oldest] = this.#recorded.values();
    if (oldest && this.#recorded.size >= maxExchanges) RecordedRequests.#all.delete(oldest);
    this.#recorded.set(recorded.id, recorded);
    // An estimate: the variables that the list shows, the kept request and response, and the objects around them.
    const size = 4000 + 2 * (requestLength + Math.min(requestLength, maxMessageLength) + (kept.body?.length ?? 0));
    RecordedRequests.#all.set(recorded, this, { size });
    if (this.events.listenerCount('exchange') > 0) this.events.emit('exchange', this.#show(recorded));
    return (milliseconds) => {
      recorded.exchange = { ...this.#show(recorded), waiting: false, milliseconds };
      if (this.#recorded.get(recorded.id) === recorded) this.events.emit('change', recorded.exchange);
    };
  }

  readonly #show = (recorded: Recorded): Exchange => (recorded.exchange ??= this.#exchangeOf(recorded));

  #exchangeOf({ id, recording }: Recorded): Exchange {
    const { operation, time, receivedAt, path, errorMessages, reason, application, scopes } = recording;
    const { method, user, status, waiting, errorCodes, milliseconds, fault } = recording;
    const { operationName, coordinates } = operation
      ? findOperation(this.#executor, operation.query, operation.operationName)
      : { operationName: null, coordinates: [] };
    const sent = { path, operationName, variables: operation?.variables ?? null, errorMessages, reason };
    return {
      id,
      time: new Date(time).toISOString(),
      receivedAt: new Date(receivedAt).toISOString(),
      method,
      coordinates: [...coordinates],
      user,
      ...(application !== undefined && { application }),
      ...(scopes && { scopes }),
      status,
      waiting,
      errorCodes,
      milliseconds,
      fault,
      ...this.#redactor.value(sent, listed),
    };
  }

  /** The whole of an exchange; undefined if it is not kept. */
  details(id: number): ExchangeDetails | undefined {
    const recorded = this.#recorded.get(id);
    if (!recorded) return undefined;
    const exchange = this.#show(recorded);
    const { requestHeaders, responseHeaders, body, operation } = recorded.recording;
    const user = this.#store.find('users', exchange.user);
    const headers = Object.entries(requestHeaders);
    const isText = textType.test(String(responseHeaders['content-type'])) && !responseHeaders['content-encoding'];
    const text = typeof body === 'string' ? body : isText ? body?.toString() : undefined;
    const response = exchange.status !== null && {
      headers: this.#redactor.value(responseHeaders),
      body: text === undefined ? null : this.#redactor.body(text),
    };
    const omissions: string[] = [];
    if (recorded.isTooLong) omissions.push(isNotKept('request'));
    if (response && body === undefined) omissions.push(isNotKept('response', ' or is a stream'));
    else if (response && text === undefined) omissions.push(`The response has ${body!.length} bytes that are no text.`);
    return {
      exchange,
      sender: user ? { id: user.id, name: user.name, admin: user.admin } : null,
      request: {
        headers: this.#redactor.value(Object.fromEntries(headers.filter(([name]) => !credentialNames.has(name)))),
        credentials: headers.map(([name]) => name).filter((name) => credentialNames.has(name)),
        operation: operation ? this.#showOperation(operation) : null,
      },
      response: response || null,
      omissions,
    };
  }

  #showOperation({ query, operationName, variables }: GraphQLRequest) {
    const named = { operationName: operationName || null, variables: variables ?? null };
    return { ...this.#redactor.document(query, this.#executor.parse), ...this.#redactor.value(named) };
  }
}

const isNotKept = (message: string, end = '') =>
  `The ${message} is not kept, because it has more than ${maxMessageLength.toLocaleString('en')} characters${end}.`;
