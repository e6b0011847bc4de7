import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startRawServer } from '../../test/support/raw-http.ts';
import { sendHttp } from './http.ts';
import { NoResponseError } from './target.ts';

const body = '\r\nContent-Length: 2\r\n\r\n{}';

describe('a response', () => {
  for (const [title, response] of [
    ['the status 000', `HTTP/1.1 000 None${body}`],
    ['the status 099', `HTTP/1.1 099 Low${body}`],
    ['the status 600', `HTTP/1.1 600 High${body}`],
    ['the status 999', `HTTP/1.1 999 High${body}`],
    ['a status of four digits', `HTTP/1.1 2000 OK${body}`],
    ['the status 101', 'HTTP/1.1 101 Switching\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['many responses with status 100', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100) + `HTTP/1.1 200 OK${body}`],
    ['a control character in a header', `HTTP/1.1 200 OK\r\nX-Odd: a\x01b${body}`],
    ['a header of 60 kB', `HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(60_000)}${body}`],
    ['two lengths', `HTTP/1.1 200 OK\r\nContent-Length: 3${body}`],
  ] as const)
    test(`with ${title} is refused`, async (t) => {
      const origin = await startRawServer(t, (socket) => socket.write(response, 'latin1'));
      await assert.rejects(sendHttp(origin, { method: 'GET', headers: {} }, 300), NoResponseError);
    });

  test('that arrives byte by byte without an end is late', async (t) => {
    const timers: NodeJS.Timeout[] = [];
    t.after(() => timers.forEach(clearInterval));
    const origin = await startRawServer(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n');
      timers.push(setInterval(() => socket.write(' '), 5));
    });
    await assert.rejects(sendHttp(origin, { method: 'GET', headers: {} }, 200), /no complete response within 200 ms/);
  });
});
