import type { Fault, NewFault } from '../control/faults/fault-rule.ts';
import type { Match } from '../control/matching.ts';
import type { Exchange } from '../control/requests/exchange.ts';
import type { Clock } from '../server/clock.ts';
import type { Fetch } from './in-process-fetch.ts';

/** The user of a token: by id, or the first one with this role; a participant by default. */
export interface TokenRequest {
  user?: number;
  admin?: boolean;
}

/** Which exchanges are meant: those that match and have an error with this code. If omitted, all. */
export interface ExchangeFilter {
  match?: Match;
  errorCode?: string | null;
}

/** What a test does with faults. */
export interface FaultControls {
  /** Adds a fault. Throws an Error that names the member if the rule is invalid or can never match. */
  add(rule: NewFault): Fault;
  /** The faults in the order in which they were added. */
  list(): Fault[];
  /** Removes a fault; returns whether there was one with this id. */
  delete(id: string): boolean;
  clear(): void;
}

/** The last 1,000 exchanges of a world, without secrets. */
export interface RequestControls {
  /** The exchanges that a filter selects, newest last. */
  find(filter?: ExchangeFilter): Exchange[];
  count(filter?: ExchangeFilter): number;
  /** Resolves as soon as there are `count` such exchanges; rejects after `timeoutMs`, two seconds by default. */
  wait(filter?: ExchangeFilter, count?: number, timeoutMs?: number): Promise<Exchange[]>;
  clear(): void;
}

/** The records, ids and clock at a moment. Every world of the stand-in that took it can return to it. */
export interface Snapshot {
  /** When it was taken, in milliseconds since 1970 by the clock of its world. */
  readonly time: number;
}

/** What a test does with a world: the stand-in's own, or that of a session. */
export interface Controls {
  /** The GraphQL endpoint, ending in `/api`. */
  readonly url: string;
  /** The headers with which a request to `url` reaches this world. */
  readonly headers: Readonly<Record<string, string>>;
  /** The clock of timestamps and of the lifetime of tokens. */
  readonly clock: Clock;
  /** The faults of requests to this world. */
  readonly faults: FaultControls;
  /** The requests to this world. */
  readonly requests: RequestControls;
  /** Answers a request without a network socket. A relative URL is resolved against `url`. Redirects are not followed. */
  fetch: Fetch;
  /** Issues a token for the user with this id, or for the first one with this role; a new user if there is none. */
  token(request?: TokenRequest): Promise<string>;
  /** Remembers the records, ids and clock as they are. */
  snapshot(): Promise<Snapshot>;
  /** Returns to a snapshot. Tokens stay valid. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Restores the records of the world as they were loaded, and the clock; ends every token from sign-in. */
  reset(): Promise<void>;
}

/** The world of one test in a stand-in. */
export interface StandInSession extends Controls {
  /** The value of the header. */
  readonly name: string;
  /** Drops the world. A later request with its name starts from the world as it was loaded. */
  close(): Promise<void>;
}
