import { type Controls, type RecordControls, tokenBody } from '../controls.ts';
import { type Fetch, createFetchTo } from '../send-fetch.ts';
import { ControlError, type ControlClient } from './control-client.ts';
import { RemoteClock } from './remote-clock.ts';
import type { RemoteSnapshots } from './remote-snapshots.ts';
import type { Transport } from './transport.ts';

/** What the controls of all worlds of a connection share. */
export interface RemoteParts {
  transport: Transport;
  /** The URL of the GraphQL endpoint. */
  url: string;
  snapshots: RemoteSnapshots;
}

/** Creates the controls of a world of another process. Each member is a request to the control API. */
export function createRemoteControls(client: ControlClient, parts: RemoteParts): Controls {
  const { url, snapshots } = parts;
  const { headers } = client;
  const faults: Controls['faults'] = {
    add: (rule) => client.sendAndWait('POST /__admin/faults', { body: rule }),
    list: () => client.sendAndWait('GET /__admin/faults').faults,
    delete: (id) => wasThere(() => client.sendAndWait('DELETE /__admin/faults/{id}', { params: { id } })),
    clear: () => client.sendAndWait('DELETE /__admin/faults'),
  };
  return {
    url,
    headers,
    clock: new RemoteClock(client),
    faults,
    requests: {
      find: (filter = {}) => client.sendAndWait('POST /__admin/requests/find', { body: filter }).requests,
      count: (filter = {}) => client.sendAndWait('POST /__admin/requests/count', { body: filter }).count,
      wait: async (filter = {}, count = 1, timeoutMs = 2000) =>
        (await client.send('POST /__admin/requests/wait', { body: { ...filter, count, timeoutMs } })).requests,
      clear: () => client.sendAndWait('DELETE /__admin/requests'),
    },
    records: recordsOf(client),
    fetch: createRemoteFetch(parts, headers),
    token: async (request) => (await client.send('POST /__admin/tokens', { body: tokenBody(request) })).token,
    snapshot: () => snapshots.take(client),
    restore: (snapshot) => snapshots.restore(snapshot, client),
    reset: () => client.send('POST /__admin/reset'),
  };
}

// The control API describes a record of any kind; the kind decides its members.
const recordsOf = (client: ControlClient): RecordControls => ({
  create: async (kind, values = {}) =>
    (await client.send('POST /__admin/records/{kind}', { params: { kind }, body: values })) as never,
  update: async (kind, id, values) =>
    (await client.send('PATCH /__admin/records/{kind}/{id}', {
      params: { kind, id: String(id) },
      body: values,
    })) as never,
  delete: (kind, id) => client.send('DELETE /__admin/records/{kind}/{id}', { params: { kind, id: String(id) } }),
  find: async (kind, filter = {}) =>
    (await client.send('POST /__admin/records/{kind}/find', { params: { kind }, body: filter })).records as never,
});

function wasThere(remove: () => void): boolean {
  try {
    remove();
    return true;
  } catch (error) {
    if (error instanceof ControlError && error.status === 404) return false;
    throw error;
  }
}

/** Creates a `fetch` whose requests all reach the server, whatever their host is. URLs in the responses have that host. */
function createRemoteFetch({ transport, url }: RemoteParts, additionalHeaders: Controls['headers']): Fetch {
  const { origin, hostname, port, host: ownHost } = new URL(url);
  return createFetchTo(transport.request, url, ({ origin: named, protocol, host, pathname, search }) => ({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    path: pathname + search,
    headers: {
      ...additionalHeaders,
      host: ownHost,
      ...(named !== origin && { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host }),
    },
  }));
}
