import assert from 'node:assert/strict';
import { type TestContext, describe, test } from 'node:test';
import { startRecorderFor } from '../../test/support/upstream-server.ts';
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

/** What arrived over one connection: the request lines, and what follows the last complete request. */
interface RawConnection {
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
    const from = size.length + 2;
    const length = Number.parseInt(size, 16);
    if (rest.length < from + length + 2) return undefined;
    body += rest.slice(from, from + length);
    rest = rest.slice(from + length + 2);
    if (length === 0) return { body, rest };
  }
}

/** Starts a TCP server that reads requests by itself, and closes each connection after its first response. */
async function startRawUpstream(t: Pick<TestContext, 'after'>) {
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
async function sendRaw(origin: string, text: string, idleMs = 200): Promise<string> {
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

const smuggled = 'POST /api HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer stolen\r\nContent-Length: 0\r\n\r\n';

const message = (line: string, headers: string[], body = ''): string =>
  `${line} HTTP/1.1\r\n${['Host: localhost', ...headers].join('\r\n')}\r\n\r\n${body}`;

const chunked = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

async function start(t: TestContext) {
  const { origin, connections } = await startRawUpstream(t);
  const { url } = await startRecorderFor(t, origin);
  return { base: url, connections };
}

const length = smuggled.length;

describe('the requests that the upstream of a recorder gets', () => {
  for (const [title, headers, body] of [
    ['Connection names Content-Length', ['Connection: Content-Length', `Content-Length: ${length}`], smuggled],
    ['Connection names it beside others', ['Connection: close, Content-Length', `Content-Length: ${length}`], smuggled],
    [
      'it is in two headers',
      ['Connection: close', 'Connection: content-LENGTH', `Content-Length: ${length}`],
      smuggled,
    ],
    [
      'Connection names Transfer-Encoding',
      ['Connection: Transfer-Encoding', 'Transfer-Encoding: chunked'],
      chunked(smuggled),
    ],
    ['the body is chunked', ['Connection: close', 'Transfer-Encoding: chunked'], chunked(smuggled)],
    ['a length has an underscore', ['Connection: close', 'Content_Length: 5', `Content-Length: ${length}`], smuggled],
    [
      'an encoding has an underscore',
      ['Connection: close', 'Transfer_Encoding: chunked', `Content-Length: ${length}`],
      smuggled,
    ],
  ] as const) {
    test(`have no body if they are GET, where ${title}`, async (t) => {
      const { base, connections } = await start(t);
      for (const method of ['GET', 'HEAD']) await sendRaw(base, message(`${method} /page`, [...headers], body));
      assert.deepEqual(
        connections.map(({ requests, rest }) => [requests.map(({ line, body: own }) => [line, own]), rest]),
        [
          [[['GET /page HTTP/1.1', '']], ''],
          [[['HEAD /page HTTP/1.1', '']], ''],
        ],
      );
    });

    test(`have one body if they are POST and DELETE, where ${title}`, async (t) => {
      const { base, connections } = await start(t);
      for (const method of ['POST', 'DELETE']) await sendRaw(base, message(`${method} /page`, [...headers], body));
      assert.deepEqual(
        connections.map(({ requests, rest }) => [requests.map(({ line, body: own }) => [line, own]), rest]),
        [
          [[['POST /page HTTP/1.1', smuggled]], ''],
          [[['DELETE /page HTTP/1.1', smuggled]], ''],
        ],
      );
      for (const { requests } of connections)
        assert.doesNotMatch(requests[0]!.headers.join('\n').toLowerCase(), /_|(?:content-length[^]*transfer-encoding)/);
    });
  }

  test('are requests to its own paths only', async (t) => {
    const { base, connections } = await start(t);
    await sendRaw(base, message('GET http://other.example/page', ['Connection: close']));
    assert.deepEqual(connections, []);
  });
});
