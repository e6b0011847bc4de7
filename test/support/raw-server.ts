import { type Socket, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/**
 * Starts a server that gets the socket and the text of each request of at most 64 KiB, and writes what it wants. It ends with the
 * test. Returns its origin.
 */
export async function startRawServer(
  t: TestContext,
  respond: (socket: Socket, request: string) => void,
): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => respond(socket, chunk.toString('latin1')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const body = '\r\nContent-Length: 2\r\n\r\n{}';

/** Responses that HTTP does not allow, and what the message about each says. */
export const oddResponses: [title: string, response: string, message: RegExp][] = [
  ['a control character in the reason', `HTTP/1.1 200 a\x01b${body}`, /sends a status line with a control character/],
  ['a deleted character in the reason', `HTTP/1.1 200 a\x7f${body}`, /sends a status line with a control character/],
  ['the status 000', `HTTP/1.1 000 None${body}`, /sends the invalid status 0/],
  ['the status 099', `HTTP/1.1 099 Low${body}`, /sends the invalid status 99/],
  ['the status 600', `HTTP/1.1 600 High${body}`, /sends the invalid status 600/],
  ['the status 999', `HTTP/1.1 999 High${body}`, /sends the invalid status 999/],
  ['a status of four digits', `HTTP/1.1 2000 OK${body}`, /sends no valid HTTP/],
  ['the status 101', 'HTTP/1.1 101 Switching\r\n\r\n', /sends the invalid status 101/],
  [
    'another protocol',
    'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    /sends status 101 to a request without Upgrade/,
  ],
  [
    'many responses with status 100',
    'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100) + `HTTP/1.1 200 OK${body}`,
    /sends more than 10 responses with a status below 200/,
  ],
  ['a control character in a header', `HTTP/1.1 200 OK\r\nX-Odd: a\x01b${body}`, /sends no valid HTTP/],
  ['a header of 60 kB', `HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(60_000)}${body}`, /sends no valid HTTP/],
  ['two lengths', `HTTP/1.1 200 OK\r\nContent-Length: 3${body}`, /sends no valid HTTP/],
];
