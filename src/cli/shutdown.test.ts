import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { meetingAttributes } from '../../test/support/inputs.ts';
import { startPlenum } from '../../test/support/process.ts';
import { readOperation } from '../../test/support/test-server.ts';

const body = JSON.stringify({
  query: readOperation('create-meeting'),
  variables: { componentId: 2, input: { attributes: meetingAttributes } },
});
const headers = { 'content-type': 'application/json', authorization: 'Bearer member-token' };

/** A server with a connection that is idle, and one with a request of which the first half is sent. */
async function startBusy(t: TestContext) {
  const plenum = startPlenum(t, ['--memory', '--port', '0']);
  const url = await plenum.waitForUrl();
  const agent = new Agent({ keepAlive: true });
  t.after(() => agent.destroy());
  const first = request(url, { method: 'POST', headers, agent }).end('{"query":"{ __typename }"}');
  const [answer] = (await once(first, 'response')) as [IncomingMessage];
  assert.deepEqual([answer.statusCode, await text(answer)], [200, '{"data":{"__typename":"Query"}}']);
  // The server says that it has the head of the request, so it is under way.
  const outgoing = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body), expect: '100-continue' },
  });
  outgoing.on('error', () => {}).flushHeaders();
  await once(outgoing, 'continue');
  outgoing.write(body.slice(0, 100));
  assert.equal(Object.values(agent.freeSockets).flat().length, 1);
  return { plenum, outgoing };
}

describe('a server that is told to stop', { concurrency: 2, timeout: 20_000 }, () => {
  test('by SIGTERM finishes the request under way, and ends with 0 within a second', { timeout: 10_000 }, async (t) => {
    const { plenum, outgoing } = await startBusy(t);
    const told = performance.now();
    plenum.child.kill('SIGTERM');
    await plenum.waitForOutput('stderr', /stopping signal=SIGTERM/);
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    // What makes the request slow: without it, it would be over before the server has to wait for it.
    await setTimeout(100);
    outgoing.end(body.slice(100));
    const [answer] = await answered;
    const finished = performance.now();
    const { data } = JSON.parse(await text(answer)) as { data: { component: { createMeeting: { id: string } } } };
    assert.deepEqual([answer.statusCode, data.component.createMeeting.id], [200, '5']);
    assert.equal((await plenum.result).code, 0);
    const [sinceTold, sinceFinished] = [performance.now() - told, performance.now() - finished];
    assert.ok(sinceTold < 1000, `${sinceTold} ms`);
    // A connection that became idle is not waited for.
    assert.ok(sinceFinished < 500, `${sinceFinished} ms`);
  });

  test('by SIGINT does not wait for ever for a request that does not end', { timeout: 10_000 }, async (t) => {
    const { plenum } = await startBusy(t);
    const told = performance.now();
    plenum.child.kill('SIGINT');
    assert.equal((await plenum.result).code, 0);
    const milliseconds = performance.now() - told;
    assert.ok(milliseconds < 2000, `${milliseconds} ms`);
  });
});
