import { randomUUID } from 'node:crypto';
import { CommandError, exitCodes } from '../errors.ts';
import { parseOption } from '../option.ts';
import type { Controls, Snapshot, StandInSession } from './controls.ts';
import { createControls, sessionHeaders, stateOf } from './create-controls.ts';
import { type CommandOption, createServeOptions } from './create-serve-options.ts';
import { type ServerOptions, serverOptions } from './options.ts';
import { serve } from './serve.ts';

/** What `createStandIn` accepts: the options of `plenum serve`, with other defaults for `port` and `memory`. */
export interface StandInOptions {
  /** The address to listen on. Default: `127.0.0.1`. */
  host?: string;
  /** The port to listen on, 0 for any free port. Default: 0. */
  port?: number;
  /** The data folder, which keeps the records. Default: the records are in memory only. */
  data?: string;
  /** The URL of a PostgreSQL database, which keeps the records instead of a data folder: `postgres://user@host/database?schema=town`. */
  store?: string;
  /** Keeps the records in memory only. Default: true, unless `data` or `store` is set. */
  memory?: boolean;
  /** The world folder, with the initial records. Default: the demo world. */
  world?: string;
  /** The dialect of the API. Default: `specification`. */
  dialect?: 'specification' | 'decidim-0.32' | 'decidim-develop';
  /** How fields without a stored value are answered: with mock values, or with null and empty lists. Default: `mock`. */
  fill?: 'mock' | 'empty';
  /** With `on`, an IP address that sends more than 100 requests a minute gets status 429. Default: `off`. */
  limits?: 'on' | 'off';
  /** The origins whose web pages may use the tokens of the world, besides those of this machine, with commas; `*` for all. */
  corsOrigin?: string;
  /** The names that the `Host` header may have, besides those of this machine, with commas; `*` for all. */
  allowedHosts?: string;
  /** How long a token from sign-in is valid, in minutes. Default: 120. */
  tokenLifetime?: number;
  /** The token of the control API below `/__admin`. Default: none, and on an address of another machine no control API. */
  adminToken?: string;
  /** Turns the control API and the headers `X-Plenum-*` off. Default: false. */
  noAdmin?: boolean;
  /** How many test sessions there may be at a time. Default: 1,000. */
  maxSessions?: number;
  /** How long a test session is kept without a request, in minutes. Default: 10. */
  sessionIdle?: number;
  /** Refuses requests without the header `X-Plenum-Session`. Default: false. */
  requireSession?: boolean;
  /** The origin of a deployment that answers what the stand-in does not know, such as `https://decidim.example.org`. Default: none. */
  upstream?: string;
  /** With `upstream`, forwards POST, PUT, PATCH and DELETE too, except to `/api`. Default: false. */
  upstreamWrites?: boolean;
  /** Receives every unexpected error; the client gets a masked one. Default: the error is written to stderr. */
  onBug?: (error: Error) => void;
}

/** A stand-in that runs in this process. Its own world is that of requests without a session. */
export interface StandIn extends Controls {
  /** The port that it listens on. */
  readonly port: number;
  /**
   * Opens the session with this name, by default a new one: a world of its own, which no other test changes. A session that
   * does not exist starts with the world as it was loaded; with `from`, every session starts with the snapshot.
   */
  session(name?: string, options?: { from?: Snapshot }): Promise<StandInSession>;
  /** Refuses new requests, finishes those in flight, and closes the data folder, within a second. */
  close(): Promise<void>;
}

type ServerOption = Exclude<keyof StandInOptions, 'onBug'>;

/** The rows of the table of options, by the names that a program uses. */
const optionNames: Record<ServerOption, Exclude<keyof ServerOptions, CommandOption>> = {
  host: 'host',
  port: 'port',
  data: 'data',
  store: 'store',
  memory: 'memory',
  world: 'world',
  dialect: 'dialect',
  fill: 'fill',
  limits: 'limits',
  corsOrigin: 'cors-origin',
  allowedHosts: 'allowed-hosts',
  tokenLifetime: 'token-lifetime',
  adminToken: 'admin-token',
  noAdmin: 'no-admin',
  maxSessions: 'max-sessions',
  sessionIdle: 'session-idle',
  requireSession: 'require-session',
  upstream: 'upstream',
  upstreamWrites: 'upstream-writes',
};

/**
 * Starts a stand-in in this process.
 *
 * @example
 * const standIn = await createStandIn({ dialect: 'decidim-0.32' });
 * const response = await standIn.fetch('/api', { method: 'POST', headers, body });
 * await standIn.close();
 *
 * @throws CommandError if an option or the world is invalid, or if the port or the data folder cannot be used.
 */
export async function createStandIn(options: StandInOptions = {}): Promise<StandIn> {
  const { onBug = writeToStderr, ...others } = options;
  const { server, instance, sessions, ...running } = await serve(await createServeOptions(readOptions(others), onBug));
  const { url } = running;
  let closed: Promise<void> | undefined;
  const assertOpen = () => {
    if (closed) throw new Error('the stand-in is closed');
  };
  const shared = { server, url, assertOpen };
  return {
    ...createControls(instance, { ...shared, headers: {} }),
    port: Number(new URL(url).port),
    async session(name = randomUUID(), { from } = {}) {
      assertOpen();
      const own = await (from ? sessions.create(name, stateOf(from)) : sessions.get(name));
      return {
        ...createControls(own, { ...shared, headers: sessionHeaders(name) }),
        name,
        close: async () => void sessions.delete(name),
      };
    },
    close: () => (closed ??= running.stop()),
  };
}

const writeToStderr = (error: Error) => void process.stderr.write(`plenum: ${error.stack}\n`);

function readOptions(options: Omit<StandInOptions, 'onBug'>): ServerOptions {
  const config: Record<string, unknown> = Object.fromEntries(
    Object.entries(serverOptions).map(([name, option]) => [name, option.default]),
  );
  Object.assign(config, { port: 0, memory: (options.data ?? options.store) === undefined });
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(optionNames, name))
      throw usage(`unknown option "${name}"; the options are ${Object.keys(optionNames).join(', ')}, onBug`);
    if (value === undefined) continue;
    const row = optionNames[name as ServerOption];
    try {
      config[row] = parseOption(serverOptions[row], value);
    } catch (error) {
      throw usage(`"${name}" ${(error as Error).message}`);
    }
  }
  return config as ServerOptions;
}

const usage = (message: string) => new CommandError(`createStandIn: ${message}`, exitCodes.usage);
