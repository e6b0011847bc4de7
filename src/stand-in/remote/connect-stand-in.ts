import { randomUUID } from 'node:crypto';
import { describeUnknown, endpointUrl } from '../../option.ts';
import type { StandIn } from '../controls.ts';
import { ControlClient, ControlError } from './control-client.ts';
import { createRemoteControls } from './remote-controls.ts';
import { RemoteSnapshots } from './remote-snapshots.ts';
import { Transport } from './transport.ts';

/** What `connectStandIn` accepts. */
export interface ConnectOptions {
  /** The token of the control API, if the server needs one. */
  controlToken?: string;
}

/**
 * Connects to a stand-in that runs, such as one of `plenum serve`, and returns what `createStandIn` returns. Members that do not return
 * a promise, such as `faults.add` and `clock`, block this thread until the server responds, so that it must be of another process or thread.
 * A world returns to its own snapshots only; a session can start from those of any world. `close` ends the connection and deletes
 * the snapshots that were taken through it; the server goes on.
 *
 * @param url The GraphQL endpoint.
 * @throws Error if the URL or an option is invalid, if there is no stand-in, or if its control cannot be used.
 */
export async function connectStandIn(url: string | URL, options: ConnectOptions = {}): Promise<StandIn> {
  const endpoint = readUrl(url);
  const unknown = describeUnknown(options, ['controlToken']);
  if (unknown) throw new TypeError(`connectStandIn: ${unknown}`);
  const isSecure = endpoint.startsWith('https:');
  const { request } = await (isSecure ? import('node:https') : import('node:http'));
  const transport = new Transport(request, isSecure);
  const createClient = (session?: string) =>
    new ControlClient({ transport, url: endpoint, session, controlToken: options.controlToken });
  const own = createClient();
  await own.send('GET /__admin/health').catch(async (error: Error) => {
    await transport.close();
    throw new Error(`connectStandIn: ${endpoint} cannot be used: ${reasonOf(error)}`, { cause: error });
  });
  const snapshots = new RemoteSnapshots();
  const parts = { transport, url: endpoint, snapshots };
  const { port, protocol } = new URL(endpoint);
  return {
    ...createRemoteControls(own, parts),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    async session(name = randomUUID(), { from, ...rest } = {}) {
      const unknownOption = describeUnknown(rest, ['from']);
      if (unknownOption) throw new TypeError(`session: ${unknownOption}`);
      const client = createClient(name);
      if (from) await snapshots.createSession(name, from);
      // A request that names a session opens it.
      else await client.send('GET /__admin/clock');
      return { ...createRemoteControls(client, parts), name, close: () => closeSession(own, name) };
    },
    async close() {
      await snapshots.deleteAll();
      await transport.close();
    },
  };
}

/** Drops a session; one that was dropped already is as good. */
async function closeSession(own: ControlClient, name: string): Promise<void> {
  await own.send('DELETE /__admin/sessions/{name}', { params: { name } }).catch((error: unknown) => {
    if (!(error instanceof ControlError && error.status === 404)) throw error;
  });
}

function readUrl(url: string | URL): string {
  try {
    return endpointUrl(String(url));
  } catch (error) {
    throw new TypeError(`connectStandIn: the URL ${(error as Error).message}, not ${JSON.stringify(url)}`, {
      cause: error,
    });
  }
}

function reasonOf(error: Error): string {
  if (!(error instanceof ControlError)) return error.message;
  if (error.status === 401) return `${error.message} Pass it as { controlToken }.`;
  return error.status === 404 ? 'it is no stand-in' : error.message;
}
