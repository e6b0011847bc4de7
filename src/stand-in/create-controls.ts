import type { Server } from 'node:http';
import { sessionHeader } from '../control/names.ts';
import type { WorldState } from '../control/snapshots.ts';
import { validate } from '../control/validation.ts';
import type { World } from '../control/world.ts';
import { type Controls, type ExchangeFilter, type Snapshot, type TokenRequest, tokenBody } from './controls.ts';
import { createFetch } from './in-process-fetch.ts';

const states = new WeakMap<Snapshot, WorldState>();

/** Returns the state that a snapshot stands for. */
export function stateOf(snapshot: Snapshot): WorldState {
  const state = states.get(snapshot);
  if (!state) throw new TypeError('not a snapshot of a stand-in in this process');
  return state;
}

/** The headers of requests to a session. */
export const sessionHeaders = (name: string): Record<string, string> => ({ [sessionHeader]: name });

function checkFilter(filter: ExchangeFilter = {}): ExchangeFilter {
  validate('RequestFilter', filter, undefined, 'The filter');
  return filter;
}

/** Creates the controls of a world. `assertOpen` throws when the stand-in is closed. */
export function createControls(
  world: World,
  {
    httpServer,
    url,
    headers,
    assertOpen,
  }: Pick<Controls, 'url' | 'headers'> & {
    httpServer: Server;
    assertOpen(): void;
  },
): Controls {
  const send = createFetch(httpServer, url, headers);
  const whenOpen =
    <A extends unknown[], T>(run: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      assertOpen();
      return run(...args);
    };
  return {
    url,
    headers,
    clock: world.clock,
    faults: world.faults,
    requests: {
      find: (filter) => world.requests.find(checkFilter(filter)),
      count: (filter) => world.requests.count(checkFilter(filter)),
      wait: async (filter, ...rest) => world.requests.wait(checkFilter(filter), ...rest),
      clear: () => world.requests.clear(),
    },
    records: {
      create: async (kind, values) => (assertOpen(), world.records.create(kind, values)),
      update: async (kind, id, values) => (assertOpen(), world.records.update(kind, id, values)),
      delete: async (kind, id) => (assertOpen(), world.records.delete(kind, id)),
      find: async (kind, filter) => (assertOpen(), world.records.find(kind, filter)),
    },
    fetch: whenOpen(send),
    token: whenOpen(async (request?: TokenRequest) => {
      const body = tokenBody(request);
      validate('NewToken', body, undefined, 'The request for a token');
      return (await world.tokens.issue(body)).token;
    }),
    snapshot: whenOpen(async () => {
      const snapshot = Object.freeze({ time: world.clock.now() });
      states.set(snapshot, await world.takeState());
      return snapshot;
    }),
    restore: whenOpen((snapshot: Snapshot) => world.restore(stateOf(snapshot))),
    reset: whenOpen(() => world.reset()),
  };
}
