import { ControlClient, ControlError } from '../control/api/client.ts';
import { describeUnknown, endpointUrl } from '../option.ts';
import { type Connection, type StandIn, controlStandIn } from './controls.ts';
import { createRemoteFetch } from './fetch.ts';

/** What `connectStandIn` accepts. */
export interface ConnectOptions {
  /** The token of the control API, if the server needs one. */
  controlToken?: string;
}

/** Opens a connection to the stand-in of a GraphQL endpoint. Rejects with the reason if there is none, or if its control cannot be used. */
async function openConnection(url: string, controlToken: string | undefined): Promise<Connection> {
  const { request } = await (url.startsWith('https:') ? import('node:https') : import('node:http'));
  const createFetch: Connection['createFetch'] = (headers) => createRemoteFetch(request, url, headers);
  const clientWith = (headers: Record<string, string>) => new ControlClient(createFetch({}), () => headers);
  // Only a server that says that it is a stand-in gets the token.
  const identity: { name?: string } = await clientWith({}).send('GET /');
  if (identity?.name !== 'plenum') throw new Error('its GET / does not name Plenum');
  await clientWith(controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` }).send(
    'GET /__admin/health',
  );
  return { url, controlToken, createFetch, close: async () => {} };
}

/**
 * Connects to a stand-in that runs, such as one of `plenum serve`, and returns what `createStandIn` returns. `close` ends the connection
 * and deletes the snapshots that were taken through it; the server goes on.
 *
 * @param url The GraphQL endpoint.
 * @throws Error if the URL or an option is invalid, if there is no stand-in, or if its control cannot be used.
 */
export async function connectStandIn(url: string | URL, options: ConnectOptions = {}): Promise<StandIn> {
  const endpoint = readUrl(url);
  const unknown = describeUnknown(options, ['controlToken']);
  if (unknown) throw new TypeError(`connectStandIn: ${unknown}`);
  try {
    return controlStandIn(await openConnection(endpoint, options.controlToken));
  } catch (error) {
    throw new Error(`connectStandIn: ${endpoint} cannot be used: ${reasonOf(error as Error)}`, { cause: error });
  }
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
