import assert from 'node:assert/strict';
import test from 'node:test';
import { serverAudits } from 'graphql-http';
import { startStandIn } from '../testing/stand-in.ts';

/** Every audit of graphql-http that is not met: how it ends, and why that stays. */
const unmet: Record<string, { status: string; reason: string }> = {
  '5A70': { status: 'notice', reason: 'the contract sends GraphQL requests with POST alone' },
  D6D5: { status: 'notice', reason: 'variables of a URL belong to GET, which is not answered' },
  '6A70': { status: 'notice', reason: 'the same for clients that accept application/json' },
};
const expectedCounts = { ok: 58, notice: 3, warn: 0, error: 0 };

test('graphql-http audits the server', async (t) => {
  const { url } = await startStandIn(t);
  const counts = { ok: 0, notice: 0, warn: 0, error: 0 };
  const ended: Record<string, string> = {};
  for (const { id, name, fn } of serverAudits({ url })) {
    await t.test(name, async () => {
      const result = await fn();
      counts[result.status] += 1;
      if (result.status === 'ok') return assert.ok(!unmet[id], `${id} is met now: take it off the list`);
      ended[id] = result.status;
      await result.response.body?.cancel();
      assert.notEqual(result.status, 'error', `${id}: ${result.reason}`);
      assert.equal(result.status, unmet[id]?.status, `${id}: ${result.reason}`);
    });
  }
  t.diagnostic(`audits: ${JSON.stringify(counts)}`);
  for (const [id, { status, reason }] of Object.entries(unmet)) t.diagnostic(`${id} ${status}: ${reason}`);
  await t.test('the unmet audits are the listed ones', () => {
    assert.deepEqual(ended, Object.fromEntries(Object.entries(unmet).map(([id, { status }]) => [id, status])));
    assert.deepEqual(counts, expectedCounts);
  });
});
