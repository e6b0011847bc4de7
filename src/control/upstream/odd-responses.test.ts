import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startBesideUpstream } from '../../../test/support/beside-upstream.ts';
import { oddResponses, startRawServer } from '../../../test/support/raw-server.ts';
import { suiteDialects } from '../../dialects/dialects.ts';

for (const dialect of Object.keys(suiteDialects))
  describe(`an upstream, in ${dialect}, that sends`, () => {
    for (const [title, response, message] of oddResponses)
      test(`${title} gives status 502`, async (t) => {
        const origin = await startRawServer(t, (socket) => socket.write(response, 'latin1'));
        const { request, bugs } = await startBesideUpstream(t, { dialect, upstream: origin });
        const { statusCode, headers, bytes } = await request('GET', '/page');
        assert.deepEqual([statusCode, headers['x-plenum-upstream']], [502, origin]);
        assert.match(bytes.toString(), message);
        assert.deepEqual(bugs, []);
      });

    test('a Vary header with other characters gives the names in it', async (t) => {
      const origin = await startRawServer(t, (socket) =>
        socket.end('HTTP/1.1 200 OK\r\nVary: Accept, a b, (c)\r\nContent-Length: 2\r\n\r\n{}'),
      );
      const { request, bugs } = await startBesideUpstream(t, { dialect, upstream: origin });
      const { statusCode, headers } = await request('GET', '/page');
      assert.equal(statusCode, 200);
      assert.match(headers.vary!, /Accept$/);
      assert.deepEqual(bugs, []);
    });
  });

test('headers that arrive byte by byte and do not end give status 504', async (t) => {
  const timers: NodeJS.Timeout[] = [];
  t.after(() => timers.forEach(clearInterval));
  const origin = await startRawServer(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    timers.push(setInterval(() => socket.write('X: 1\r\n'), 10));
  });
  const { request, bugs } = await startBesideUpstream(t, { upstream: origin, upstreamTimeoutMs: 100 });
  const { statusCode, bytes } = await request('GET', '/page');
  assert.equal(statusCode, 504);
  assert.match(bytes.toString(), /no complete headers within 100 ms/);
  assert.deepEqual(bugs, []);
});
