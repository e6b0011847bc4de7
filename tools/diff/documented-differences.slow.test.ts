import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import test from 'node:test';
import { type CreateRequestListener, startInProcessTarget } from '../../conformance/targets/in-process.ts';
import { createApp } from '../../src/server/app.ts';
import { knownCausesFile, readKnownCauses } from './known-causes.ts';
import { createDiffReport } from './report.ts';
import { createRequestSchema } from './request-schema.ts';
import { runPlan } from './run.ts';
import { additionsFolder } from './targets.ts';

interface Comparison {
  dialects: [a: string, b: string];
  seed: number;
  count: number;
  only?: string;
  createListener?: CreateRequestListener;
}

async function compare(t: test.TestContext, { dialects, createListener, ...plan }: Comparison) {
  const [a, b] = dialects;
  const options = { additionsFolder, mockMode: 'empty', timeoutMs: 60_000 } as const;
  const targets = {
    a: await startInProcessTarget({ ...options, dialect: a }),
    b: await startInProcessTarget({ ...options, dialect: b, createListener }),
  };
  t.after(() => Promise.all([targets.a.close(), targets.b.close()]));
  const known = readKnownCauses(knownCausesFile(a, b));
  const schema = await createRequestSchema(targets);
  const { checked, disagreements } = await runPlan(
    targets,
    { ...schema, ...plan, mode: 'write', known },
    new AbortController().signal,
  );
  const report = createDiffReport(checked, disagreements, { targets, known, seed: plan.seed });
  return { unknown: report.disagreements.map(({ cause }) => cause), unseen: report.unseen };
}

const versions: Comparison = { dialects: ['decidim-0.32', 'decidim-develop'], seed: 7, count: 250 };

test('two versions of Decidim have the documented differences and no others', async (t) =>
  assert.deepEqual(await compare(t, versions), { unknown: [], unseen: [] }));

test('createResult of the specification and of the platform have the documented differences and no others', async (t) => {
  const only = 'AccountabilityMutation.createResult';
  const comparison: Comparison = { dialects: ['specification', 'decidim-develop'], seed: 4, count: 450, only };
  assert.deepEqual(await compare(t, comparison), { unknown: [], unseen: [] });
});

test('finds a difference between two versions that is not documented', async (t) => {
  const { unknown } = await compare(t, {
    ...versions,
    only: 'Meetings.meeting',
    count: 80,
    createListener(store, executor, dialect) {
      const ids = [...store.all('meetings')].map(({ id }) => id);
      store.update((transaction) => {
        for (const id of ids) transaction.update('meetings', id, { address: 'Elsewhere' });
      });
      return createApp({ store, executor, dialect }).callback() as RequestListener;
    },
  });
  assert.ok(
    unknown.some((cause) => /\.address: /.test(cause)),
    unknown.join('\n'),
  );
});
