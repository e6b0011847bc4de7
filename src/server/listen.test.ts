import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { limitRequestsInFlight, maxRequestsInFlight } from './listen.ts';

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
