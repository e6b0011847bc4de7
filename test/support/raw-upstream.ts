import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import type { TestContext } from 'node:test';

/** What arrived over one connection: the request lines, and what follows the last complete request. */
export interface RawConnection {
  requests: { line: string; headers: string[]; body: string }[];
  rest: string;
}

/**
 * Reads requests as RFC 9112 says, by hand: a body has the length of Content-Length, or is chunked. What the sender has not framed is
 * the beginning of another request.
 */
function readRequests(text: string): RawConnection {
  const requests: RawConnection['requests'] = [];
  let rest = text;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return { requests, rest };
    const [line = '', ...headers] = rest.slice(0, end).split('\r\n');
    const read = readBody(rest.slice(end + 4), headers);
    if (!read) return { requests, rest };
    requests.push({ line, headers, body: read.body });
    rest = read.rest;
  }
}

function readBody(text: string, headers: readonly string[]): { body: string; rest: string } | undefined {
  const valueOf = (name: string) => headers.find((each) => each.toLowerCase().startsWith(`${name}:`))?.split(/:\s*/)[1];
  if (valueOf('transfer-encoding') === undefined) {
    const length = Number(valueOf('content-length') ?? 0);
    return text.length < length ? undefined : { body: text.slice(0, length), rest: text.slice(length) };
  }
  let body = '';
  for (let rest = text; ;) {
    const [, size] = /^([\da-f]+)\r\n/i.exec(rest) ?? [];
    if (size === undefined) return undefined;
    const start = size.length + 2;
    const length = Number.parseInt(size, 16);
    if (rest.length < start + length + 2) return undefined;
    body += rest.slice(start, start + length);
    rest = rest.slice(start + length + 2);
    if (length === 0) return { body, rest };
  }
}

/** Starts a TCP server that reads requests by itself, and closes each connection after its first response. */
export async function startRawUpstream(t: Pick<TestContext, 'after'>) {
  const connections: RawConnection[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    // The list can be emptied before all bytes are there, so the object in it changes.
    const connection: RawConnection = { requests: [], rest: '' };
    connections.push(connection);
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      Object.assign(connection, readRequests(text));
      if (connection.requests.length > 0 && !socket.writableEnded)
        // What the stand-in sends after the response counts too.
        setImmediate(() => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'));
    });
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connections };
}

/** Sends bytes to a server, and returns everything that comes back until it closes the connection, or says nothing more. */
export async function sendRaw(origin: string, text: string, idleMs = 200): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (bytes) => (received += bytes.toString('latin1')));
  socket.on('error', () => {});
  socket.setTimeout(idleMs, () => socket.destroy());
  socket.write(text, 'latin1');
  await once(socket, 'close');
  return received;
}
