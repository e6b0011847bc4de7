import type { Fault, NewFault } from '../control/faults/fault-rule.ts';
import type { Match } from '../control/matching.ts';
import type { Exchange } from '../control/requests/exchange.ts';
import type { ClockSetting } from '../server/clock.ts';
import type { Records, WorldKind } from '../records/kinds.ts';
import type { OAuthScope } from '../records/oauth-scopes.ts';
import type { Fetch } from './send-fetch.ts';

/**
 * The user of a token: by id, or the first one with this name and this role, if given; a new user if there is none. By default, the
 * first participant.
 */
export interface TokenRequest {
  user?: number;
  admin?: boolean;
  name?: string;
  /** An ISO 8601 duration, such as `PT5M`; by default, the lifetime of tokens from sign-in. */
  expiresIn?: string;
  /** The `clientId` of an application, which gets the token of the person, as after the consent. `headersFor` has its headers. */
  application?: string;
  /** The scopes of the token; those of the application by default. */
  scopes?: OAuthScope[];
  /** Revokes the token at once, as the application or, by signing out, the user does. */
  revoked?: boolean;
}

/** The body of a request for a token, without which the control API would not know the user. */
export const tokenBody = (request: TokenRequest = {}): TokenRequest =>
  (request.user ?? request.admin ?? request.name) === undefined ? { ...request, admin: false } : request;

/** The clock of a world. Times are milliseconds since 1970, differences are milliseconds. */
export interface Clock {
  /** Where it gets its time from. Setting it throws an Error if the setting is invalid or the time not in the years from 1970 to 9998. */
  setting: ClockSetting;
  now(): number;
  /** Moves the clock forward. A fixed clock stays fixed, another one goes on. Throws like `setting`. */
  advance(by: number): void;
}

/** Which exchanges are meant: those that match and have an error with this code. If omitted, all. */
export interface ExchangeFilter {
  match?: Match;
  errorCode?: string | null;
}

/**
 * The records of a world. A change is validated like a world: all of it happens, or it rejects with an Error that names the member and
 * nothing happens. What the functions return are copies.
 */
export interface RecordControls {
  /**
   * Creates a published record. What is left out has a default; what a record of the kind needs beside it, such as a component or an
   * author, is the first one that fits, or a new one.
   */
  create<K extends WorldKind>(kind: K, values?: Partial<Records[K]>): Promise<Records[K]>;
  /** Replaces members of a record; the others stay. Rejects if there is no such record. */
  update<K extends WorldKind>(kind: K, id: number, values: Partial<Records[K]>): Promise<Records[K]>;
  /** Deletes a record. Rejects if there is none with this id, or if other records refer to it. */
  delete(kind: WorldKind, id: number): Promise<void>;
  /** The records that have these members, in the order in which they were added; all of the kind without a filter. */
  find<K extends WorldKind>(kind: K, filter?: Partial<Records[K]>): Promise<Records[K][]>;
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
  /** The records of this world. */
  readonly records: RecordControls;
  /** The requests to this world. */
  readonly requests: RequestControls;
  /** Answers a request without a network socket. A relative URL is resolved against `url`. Redirects are not followed. */
  fetch: Fetch;
  /** Issues a token. Rejects with an Error that names the member if the request is invalid. */
  token(request?: TokenRequest): Promise<string>;
  /** Remembers the records, ids and clock as they are. */
  snapshot(): Promise<Snapshot>;
  /** Returns to a snapshot. Tokens stay valid. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Restores the records of the world as they were loaded, and the clock; ends every token from sign-in. */
  reset(): Promise<void>;
}

/** A stand-in. Its own world is that of requests without a session. */
export interface StandIn extends Controls {
  /** The port that it listens on. */
  readonly port: number;
  /**
   * Opens the session with this name, by default a new one: a world of its own, which no other test changes. A session that
   * does not exist starts with the world as it was loaded; with `from`, every session starts with the snapshot.
   */
  session(name?: string, options?: { from?: Snapshot }): Promise<StandInSession>;
  /**
   * Refuses new requests, finishes those in flight, and closes the data folder, within a second. For the connection to a stand-in
   * of another process, ends the connection only.
   */
  close(): Promise<void>;
}

/** The world of one test in a stand-in. */
export interface StandInSession extends Controls {
  /** The value of the header. */
  readonly name: string;
  /** Drops the world. A later request with its name starts from the world as it was loaded. */
  close(): Promise<void>;
}
