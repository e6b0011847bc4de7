import { createServer } from '../../src/stand-in/create-server.ts';
import { createMemoryStore } from '../support/stores.ts';
import type { Store } from '../../src/store/store.ts';
import { type Actor, demoWorld } from '../support/test-server.ts';
import { type DialectName, type SentRequest, dialectNames } from './request-places.ts';

/** A response, and the CPU time of this process for the request. */
export interface MeasuredResponse {
  status: number;
  text: string;
  cpuMs: number;
}

export interface MeasuringServer {
  send(dialect: DialectName, request: SentRequest, actor: Actor): Promise<MeasuredResponse>;
  /** Replaces the records by those that the server started with. */
  reset(): Promise<void>;
  /** The errors that clients get masked. */
  bugs: Error[];
}

/** The demo world, with a proposal that the member may change, and further meetings. */
function createStore(meetings: number): Store {
  const store = createMemoryStore(demoWorld);
  const { id: _, reference: __, createdAt: ___, updatedAt: ____, ...meeting } = store.find('meetings', 2)!;
  store.update((transaction) => transaction.update('proposals', 1, { authorIds: [2] }));
  for (let count = 0; count < meetings; count++) store.update((transaction) => transaction.create('meetings', meeting));
  return store;
}

/** Creates servers of both dialects in this process, without sockets. */
export async function createMeasuringServer({ meetings = 100 } = {}): Promise<MeasuringServer> {
  const bugs: Error[] = [];
  const createServers = async () =>
    new Map(
      await Promise.all(
        dialectNames.map(async (dialect) => {
          const server = await createServer(
            { dialect, memory: true },
            { listens: false, wrapStore: () => createStore(meetings), onBug: (error) => bugs.push(error) },
          );
          return [dialect, server] as const;
        }),
      ),
    );
  let servers = await createServers();
  return {
    bugs,
    reset: async () => void (servers = await createServers()),
    async send(dialect, { path, headers, body }, actor) {
      const authorization: Record<string, string> =
        actor === 'anonymous' || headers['authorization'] ? {} : { authorization: `Bearer ${actor}-token` };
      const start = process.cpuUsage();
      // Without a socket, nothing keeps the process alive while a response is missing.
      const waiting = setTimeout(() => {
        throw new Error(`no response to ${path.slice(0, 100)}`);
      }, 60_000);
      const response = await servers.get(dialect)!.fetch(path, {
        method: 'POST',
        headers: { ...authorization, ...headers },
        body,
      });
      const text = await response.text();
      const { user, system } = process.cpuUsage(start);
      clearTimeout(waiting);
      return { status: response.status, text, cpuMs: (user + system) / 1000 };
    },
  };
}
