import type { Server } from 'node:http';
import { sessionHeader } from '../control/test-sessions.ts';
import { type TokenRequest, issueToken } from '../control/issue-token.ts';
import type { Clock } from '../server/clock.ts';
import type { Instance, InstanceState } from '../server/instance.ts';
import { type Fetch, createFetch } from './in-process-fetch.ts';

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

const states = new WeakMap<Snapshot, InstanceState>();

/** Returns the state that a snapshot stands for. */
export function stateOf(snapshot: Snapshot): InstanceState {
  const state = states.get(snapshot);
  if (!state) throw new TypeError('not a snapshot of a stand-in in this process');
  return state;
}

/** The headers of requests to a session. */
export const sessionHeaders = (name: string): Record<string, string> => ({ [sessionHeader]: name });

/** Creates the controls of an instance. `assertOpen` throws when the stand-in is closed. */
export function createControls(
  instance: Instance,
  {
    server,
    url,
    headers,
    reset,
    assertOpen,
  }: Pick<Controls, 'url' | 'headers' | 'reset'> & {
    server: Server;
    assertOpen(): void;
  },
): Controls {
  const send = createFetch(server, url, headers);
  const whenOpen =
    <A extends unknown[], T>(run: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      assertOpen();
      return run(...args);
    };
  return {
    url,
    headers,
    clock: instance.clock,
    fetch: whenOpen(send),
    token: whenOpen((request?: TokenRequest) => issueToken(instance, request)),
    snapshot: whenOpen(async () => {
      const snapshot = Object.freeze({ time: instance.clock.now() });
      states.set(snapshot, await instance.takeState());
      return snapshot;
    }),
    restore: whenOpen((snapshot: Snapshot) => instance.restore(stateOf(snapshot))),
    reset: whenOpen(reset),
  };
}
