import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import test, { type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { limitRequestsInFlight, maxRequestsInFlight, maxWaitingRequests } from './listen.ts';

test('the requests of one connection are handled a few at a time, and in their order', async (t) => {
  const handled: string[] = [];
  const open = new Set<ServerResponse>();
  let mostOpen = 0;
  const listener = limitRequestsInFlight((request, response) => {
    handled.push(request.url!);
    open.add(response.once('close', () => open.delete(response)));
    mostOpen = Math.max(mostOpen, open.size);
    void setImmediate().then(() => response.end(request.url));
  });
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  t.after(() => socket.destroy());
  const paths = Array.from({ length: 100 }, (_, index) => `/${index}`);
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''));
  let text = '';
  socket.on('data', (part: string) => (text += part));
  while (!text.endsWith('/99')) await once(socket, 'data');
  assert.deepEqual(handled, paths);
  assert.equal(mostOpen, maxRequestsInFlight);
});

/** Sends many requests on one connection to a server that answers at once, and returns how many it handled in each turn of its event loop. */
async function handledByTurn(t: TestContext, count: number, header = ''): Promise<number[]> {
  const turns = [0];
  const listener = limitRequestsInFlight((_, response) => {
    if (turns.at(-1) === 0) globalThis.setImmediate(() => turns.push(0));
    turns[turns.length - 1]! += 1;
    response.end();
  });
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  t.after(() => socket.destroy());
  socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Header: ${header}\r\n\r\n`.repeat(count));
  // A connection that is closed by the server while it sends may be reset.
  socket.on('error', () => {});
  let text = '';
  socket.on('data', (part: string) => (text += part));
  while (!socket.destroyed && text.split('HTTP/1.1 200').length <= count)
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  return turns.filter((each) => each > 0);
}

for (const [size, header] of [
  ['small', ''],
  // The server reads a few of them at once, several times in one turn.
  ['large', 'x'.repeat(10_000)],
] as const)
  test(`${size} requests that are answered at once begin a few at a time, too`, async (t) => {
    const turns = await handledByTurn(t, 300, header);
    assert.equal(
      turns.reduce((sum, each) => sum + each, 0),
      300,
    );
    // One turn can have those of a packet and those that waited.
    assert.ok(Math.max(...turns) <= 2 * maxRequestsInFlight, turns.join(' '));
  });

test('a connection with too many requests is closed', async (t) => {
  const turns = await handledByTurn(t, 2 * maxWaitingRequests);
  assert.ok(turns.reduce((sum, each) => sum + each, 0) <= maxWaitingRequests + maxRequestsInFlight);
});
