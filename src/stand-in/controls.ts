import { randomUUID } from 'node:crypto';
import { ControlClient, ControlError, sessionHeader } from '../control/api/client.ts';
import type { ClockDescription, ClockSetting } from '../control/clock.ts';
import type { Fault, NewFault } from '../control/faults/rule.ts';
import type { Exchange, RequestFilter } from '../control/requests/exchange.ts';
import type { TokenRequest } from '../control/tokens.ts';
import { describeUnknown } from '../option.ts';
import type { Records, WorldKind } from '../records/kinds.ts';
import type { Fetch } from './fetch.ts';

/** How a stand-in is reached, in this process or over HTTP. */
export interface Connection {
  /** The GraphQL endpoint. */
  url: string;
  /** The token of the control API, if it needs one. */
  controlToken: string | undefined;
  /** Creates a `fetch` whose requests have these headers. */
  createFetch(headers: Readonly<Record<string, string>>): Fetch;
  close(): Promise<void>;
}

/** The records, ids and clock at a moment. Every world of the stand-in that took it can return to it, until it is closed. */
export interface Snapshot {
  readonly name: string;
  /** When it was taken, by the clock of its world. */
  readonly takenAt: string;
}

// A timer cannot wait longer: 24 days.
const maxWaitMs = 2 ** 31 - 1;

/** Creates the controls of a world. All of them are requests to the control API. */
function createControls(client: ControlClient, url: string, headers: Readonly<Record<string, string>>, fetch: Fetch) {
  return {
    /** The GraphQL endpoint, ending in `/api`. */
    url,
    /** The headers with which a request to `url` reaches this world. */
    headers,
    /** Answers a request of this world. A relative URL is resolved against `url`. Redirects are not followed. */
    fetch,
    /** The clock of timestamps and of the lifetime of tokens. */
    clock: {
      /** What the clock shows, and where it gets its time from. */
      get: (): Promise<ClockDescription> => client.send('GET /__admin/clock'),
      /** Sets the clock. Times are Dates, ISO 8601 or milliseconds since 1970; differences are ISO 8601 durations or milliseconds. */
      set: (setting: ClockSetting): Promise<ClockDescription> => client.send('PUT /__admin/clock', { body: setting }),
      /** Moves the clock forward. A fixed clock stays fixed, another one goes on. */
      advance: (by: string | number): Promise<ClockDescription> =>
        client.send('POST /__admin/clock/advance', { body: { by } }),
    },
    /** The faults of requests to this world. */
    faults: {
      /** Adds a fault. Rejects if the rule is invalid or can never match. */
      add: (rule: NewFault): Promise<Fault> => client.send('POST /__admin/faults', { body: rule }),
      /** The faults in the order in which they were added. */
      list: async (): Promise<Fault[]> => (await client.send('GET /__admin/faults')).faults,
      /** Removes a fault. Rejects if there is none with this id. */
      delete: (id: string): Promise<void> => client.send('DELETE /__admin/faults/{id}', { params: { id } }),
      clear: (): Promise<void> => client.send('DELETE /__admin/faults'),
    },
    /** The last 1,000 requests to this world, without secrets. */
    requests: {
      /** The exchanges that a filter selects, newest last. */
      find: async (filter: RequestFilter = {}): Promise<Exchange[]> =>
        (await client.send('POST /__admin/requests/find', { body: filter })).requests,
      count: async (filter: RequestFilter = {}): Promise<number> =>
        (await client.send('POST /__admin/requests/count', { body: filter })).count,
      /** Resolves as soon as there are `count` such exchanges; rejects after `timeoutMs`. */
      wait: async (filter: RequestFilter = {}, count = 1, timeoutMs = 2000): Promise<Exchange[]> =>
        (
          await client.send('POST /__admin/requests/wait', {
            body: { ...filter, count, timeoutMs: Math.min(timeoutMs, maxWaitMs) },
          })
        ).requests,
      clear: (): Promise<void> => client.send('DELETE /__admin/requests'),
    },
    /**
     * The records of this world. A change is validated like a world: all of it happens, or it rejects with an Error that names the
     * member and nothing happens.
     */
    records: {
      /**
       * Creates a published record. What is left out has a default; what a record of the kind needs beside it, such as a component or an
       * author, is the first one that fits, or a new one.
       */
      create: async <K extends WorldKind>(kind: K, values: Partial<Records[K]> = {}): Promise<Records[K]> =>
        // The kind decides the members of a record.
        (await client.send('POST /__admin/records/{kind}', { params: { kind }, body: values })) as Records[K],
      /** Replaces members of a record; the others stay. Rejects if there is no such record. */
      update: async <K extends WorldKind>(kind: K, id: number, values: Partial<Records[K]>): Promise<Records[K]> =>
        (await client.send('PATCH /__admin/records/{kind}/{id}', {
          params: { kind, id: String(id) },
          body: values,
        })) as Records[K],
      /** Deletes a record. Rejects if there is none with this id, or if other records refer to it. */
      delete: (kind: WorldKind, id: number): Promise<void> =>
        client.send('DELETE /__admin/records/{kind}/{id}', { params: { kind, id: String(id) } }),
      /** The records that have these members, in the order in which they were added; all of the kind without a filter. */
      find: async <K extends WorldKind>(kind: K, filter: Partial<Records[K]> = {}): Promise<Records[K][]> =>
        (await client.send('POST /__admin/records/{kind}/find', { params: { kind }, body: filter }))
          .records as Records[K][],
    },
    /** The schema of the API as SDL. */
    schema: async (): Promise<string> => (await client.send('GET /__admin/schema')).sdl,
    /** Issues a token: that of the first participant by default. `headersFor` has the headers of its requests. */
    token: async (request: TokenRequest = {}): Promise<string> =>
      (await client.send('POST /__admin/tokens', { body: request })).token,
    /** Returns to a snapshot. Tokens stay valid. */
    restore: ({ name }: Snapshot): Promise<void> =>
      client.send('POST /__admin/snapshots/{name}/restore', { params: { name } }),
    /** Restores the records of the world as they were loaded, and the clock; ends every token from sign-in. */
    reset: (): Promise<void> => client.send('POST /__admin/reset'),
  };
}

/** What a test does with a world: the stand-in's own, or that of a session. */
export interface Controls extends ReturnType<typeof createControls> {
  /** Remembers the records, ids and clock as they are. */
  snapshot(): Promise<Snapshot>;
}

/** The world of one test in a stand-in. */
export interface StandInSession extends Controls {
  /** The value of the header. */
  readonly name: string;
  /** Drops the world. A later request with its name starts from the world as it was loaded. */
  close(): Promise<void>;
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
   * Ends the stand-in: refuses new requests, finishes those in flight, and closes the data folder, within a second. For the connection to
   * a stand-in of another process, ends the connection only. Afterwards, every control rejects.
   */
  close(): Promise<void>;
}

/** Creates the controls of a stand-in from a connection to it. */
export function controlStandIn(connection: Connection): StandIn {
  const { url, controlToken, createFetch } = connection;
  const authorization = controlToken === undefined ? undefined : { authorization: `Bearer ${controlToken}` };
  const taken: string[] = [];
  let closed: Promise<void> | undefined;

  const createClosableFetch = (headers: Readonly<Record<string, string>>): Fetch => {
    const fetch = createFetch(headers);
    return async (...request) => {
      if (closed) throw new Error('the stand-in is closed');
      return fetch(...request);
    };
  };

  function controlWorld(session?: string) {
    const headers: Record<string, string> = session === undefined ? {} : { [sessionHeader]: session };
    const client = new ControlClient(createClosableFetch({}), () => ({ ...headers, ...authorization }));
    const snapshot = async (): Promise<Snapshot> => {
      const name = `program-${randomUUID()}`;
      taken.push(name);
      return client.send('PUT /__admin/snapshots/{name}', { params: { name }, body: { shared: true } });
    };
    return { client, controls: { ...createControls(client, url, headers, createClosableFetch(headers)), snapshot } };
  }

  async function close(): Promise<void> {
    const client = new ControlClient(createFetch({}), () => ({ ...authorization }));
    const forget = (name: string) => client.send('DELETE /__admin/snapshots/{name}', { params: { name } });
    await Promise.allSettled(taken.map(forget));
    await connection.close();
  }

  const own = controlWorld();
  const { port, protocol } = new URL(url);
  return {
    ...own.controls,
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    async session(name = randomUUID(), { from, ...rest } = {}) {
      const unknown = describeUnknown(rest, ['from']);
      if (unknown) throw new TypeError(`session: ${unknown}`);
      const { client, controls } = controlWorld(name);
      if (from) await own.client.send('PUT /__admin/sessions/{name}', { params: { name }, body: { from: from.name } });
      // A request that names a session opens it.
      else await client.send('GET /__admin/clock');
      const drop = () => own.client.send('DELETE /__admin/sessions/{name}', { params: { name } });
      return { ...controls, name, close: () => drop().catch(ignoreMissing) };
    },
    close: () => (closed ??= close()),
  };
}

/** A session that was dropped already is as good as one that is closed. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ControlError && error.status === 404)) throw error;
}
