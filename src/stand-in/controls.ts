import type { Clock } from '../server/clock.ts';
import type { Fetch } from './in-process-fetch.ts';

/** The user of a token: by id, or the first one with this role; a participant by default. */
export interface TokenRequest {
  user?: number;
  admin?: boolean;
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
