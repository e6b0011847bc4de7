import type { Server } from 'node:http';
import { sessionHeader } from '../control/test-sessions.ts';
import type { ControlledInstance } from '../control/controlled-instance.ts';
import type { InstanceState } from '../server/instance.ts';
import type { Controls, Snapshot, TokenRequest } from './controls.ts';
import { createFetch } from './in-process-fetch.ts';

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
  instance: ControlledInstance,
  {
    server,
    url,
    headers,
    assertOpen,
  }: Pick<Controls, 'url' | 'headers'> & {
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
    faults: instance.faults,
    requests: instance.requests,
    fetch: whenOpen(send),
    token: whenOpen(async ({ user, admin = false }: TokenRequest = {}) => {
      const { token } = await instance.tokens.issue(user === undefined ? { admin } : { user });
      return token;
    }),
    snapshot: whenOpen(async () => {
      const snapshot = Object.freeze({ time: instance.clock.now() });
      states.set(snapshot, await instance.takeState());
      return snapshot;
    }),
    restore: whenOpen((snapshot: Snapshot) => instance.restore(stateOf(snapshot))),
    reset: whenOpen(() => instance.reset()),
  };
}
