import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, test, type TestContext } from 'node:test';
import { meetingAttributes } from '../../test/support/inputs.ts';
import { startPlenum } from '../../test/support/process.ts';
import { readOperation } from '../../test/support/test-server.ts';

const body = JSON.stringify({
  query: readOperation('create-meeting'),
  variables: { componentId: 2, input: { attributes: meetingAttributes } },
});
const headers = { 'content-type': 'application/json', authorization: 'Bearer member-token' };

/** Starts a server with an idle connection, and another connection with half a request. */
async function startBusy(t: TestContext) {
  const plenum = startPlenum(t, ['--memory', '--port', '0']);
  const url = await plenum.waitForUrl();
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const first = request(url, { method: 'POST', headers, agent }).end('{"query":"{ __typename }"}');
  const [response] = (await once(first, 'response')) as [IncomingMessage];
  assert.deepEqual([response.statusCode, await text(response)], [200, '{"data":{"__typename":"Query"}}']);
  // The server has received the headers when it sends 100 Continue.
  const outgoing = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body), expect: '100-continue' },
  });
  outgoing.on('error', () => {}).flushHeaders();
  await once(outgoing, 'continue');
  outgoing.write(body.slice(0, 100));
  const [idle, ...others] = Object.values(agent.freeSockets).flat();
  assert.equal(others.length, 0);
  return { plenum, outgoing, idleEnd: once(idle!, 'close') };
}

/** Half a request would last for 30 seconds. */
function assertSoon(signaledAt: number) {
  const milliseconds = performance.now() - signaledAt;
  assert.ok(milliseconds < 2000, `${milliseconds} ms`);
}

describe('shutdown', { concurrency: 2, timeout: 60_000 }, () => {
  test(
    'SIGTERM finishes the pending request and exits with 0, whatever connection is idle',
    { timeout: 40_000 },
    async (t) => {
      const { plenum, outgoing, idleEnd } = await startBusy(t);
      const signaledAt = performance.now();
      plenum.child.kill('SIGTERM');
      await plenum.waitForOutput('stderr', /stopping signal=SIGTERM/);
      const pendingResponse = once(outgoing, 'response') as Promise<[IncomingMessage]>;
      // The server closes the idle connection at once, and the other one only after its response.
      await idleEnd;
      outgoing.end(body.slice(100));
      const [response] = await pendingResponse;
      const { data } = JSON.parse(await text(response)) as { data: { component: { createMeeting: { id: string } } } };
      assert.deepEqual([response.statusCode, data.component.createMeeting.id], [200, '5']);
      assert.equal((await plenum.result).code, 0);
      assertSoon(signaledAt);
    },
  );

  test('SIGINT does not wait for a request that never ends', { timeout: 40_000 }, async (t) => {
    const { plenum } = await startBusy(t);
    const signaledAt = performance.now();
    plenum.child.kill('SIGINT');
    assert.equal((await plenum.result).code, 0);
    assertSoon(signaledAt);
  });
});
