import assert from 'node:assert/strict';
import test from 'node:test';
import { startServer } from '../test/support/test-server.ts';
import { demoOAuthFolder } from '../src/cases/demo-world.ts';
import { loadCases } from '../src/cases/load.ts';
import { runCases } from './index.ts';
import { startInProcessTarget } from '../src/targets/in-process.ts';
import { sendHttp } from '../src/client/http.ts';

/** The cases in a random order that depends on a seed. */
const shuffled = (seed: number) =>
  loadCases()
    .map((each, index) => ({ each, key: (Math.imul(index + 1, 2_654_435_761) ^ Math.imul(seed, 40_503)) >>> 0 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ each }) => each);

test('cases are independent of each other: a random order on a server without resets', async (t) => {
  const { url, close } = await startServer({ world: demoOAuthFolder });
  t.after(close);
  const { reset: _, ...target } = await startInProcessTarget();
  const deployment = {
    ...target,
    url,
    send: (...[request, onHeaders]: Parameters<typeof target.send>) => sendHttp(url, request, 5000, onHeaders),
  };
  const results = await runCases(shuffled(1), { target: deployment, runId: 'order' });
  await target.close();
  const failed = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'could not run');
  assert.deepEqual(
    failed.map(({ id, reason, exchanges }) => [id, reason ?? exchanges.at(-1)?.differences]),
    [],
  );
  assert.ok(results.filter(({ outcome }) => outcome === 'passed').length > 350);
});
