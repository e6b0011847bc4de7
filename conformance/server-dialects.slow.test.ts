import assert from 'node:assert/strict';
import test from 'node:test';
import { demoOAuthFolder } from '../src/cases/demo-world.ts';
import { loadCases } from '../src/cases/load.ts';
import { sendHttp } from '../src/client/http.ts';
import type { Target } from '../src/client/target.ts';
import { suiteDialects } from '../src/dialects/dialects.ts';
import { startInProcessTarget } from '../src/targets/in-process.ts';
import { startServer } from '../test/support/test-server.ts';
import { runCases } from './index.ts';
import type { Result } from './model.ts';

const leastPassed: Record<string, number> = {
  specification: 600,
  'decidim-0.29': 150,
  'decidim-0.30': 150,
  'decidim-0.31': 280,
  'decidim-develop': 700,
};

const cases = loadCases();

/** The cases in a random order that depends on a seed. */
const shuffled = (seed: number) =>
  cases
    .map((each, index) => ({ each, key: (Math.imul(index + 1, 2_654_435_761) ^ Math.imul(seed, 40_503)) >>> 0 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ each }) => each);

async function assertPasses(name: string, target: Target, order = cases): Promise<void> {
  const results = await runCases(order, { target, runId: name });
  const idsWith = (expected: Result['outcome']) =>
    results.filter(({ outcome }) => outcome === expected).map((result) => result.id);
  assert.deepEqual(idsWith('could not run'), []);
  assert.deepEqual(idsWith('failed'), []);
  // A dialect may lack an operation and its cases.
  assert.ok(idsWith('passed').length > leastPassed[name]!, String(idsWith('passed').length));
}

test('cases are independent of each other: a random order on a server of the specification without resets', async (t) => {
  const { url, close } = await startServer({ world: demoOAuthFolder });
  t.after(close);
  const { reset: _, ...target } = await startInProcessTarget();
  t.after(() => target.close());
  const send: Target['send'] = (request, onHeaders) => sendHttp(url, request, 5000, onHeaders);
  await assertPasses('specification', { ...target, url, send }, shuffled(1));
});

// `changed-responses.slow.test.ts` sends every case of these two with a reset before each.
const testedElsewhere = new Set(['specification', 'decidim-0.32']);
for (const name of Object.keys(suiteDialects).filter((each) => !testedElsewhere.has(each)))
  test(`the stand-in passes every case in the dialect ${name}, except those with a waiver`, async (t) => {
    const target = await startInProcessTarget({ dialect: name });
    t.after(() => target.close());
    await assertPasses(name, target);
  });
