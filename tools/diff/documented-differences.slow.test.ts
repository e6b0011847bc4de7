import assert from 'node:assert/strict';
import test from 'node:test';
import { type StandInChanges, startInProcessTarget } from '../../src/targets/in-process.ts';
import type { Kind, Records } from '../../src/store/records.ts';
import { UncheckedStore } from '../../test/mutants/faulty-stores.ts';
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
  changes?: StandInChanges;
}

async function compare(t: test.TestContext, { dialects, changes, ...plan }: Comparison) {
  const [a, b] = dialects;
  const options = { additionsFolder, mockMode: 'empty', timeoutMs: 60_000 } as const;
  const targets = {
    a: await startInProcessTarget({ ...options, dialect: a }),
    b: await startInProcessTarget({ ...options, dialect: b, changes }),
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
    changes: {
      wrapStore: (store) =>
        new (class extends UncheckedStore {
          override find<K extends Kind>(kind: K, id: number | string | null): Records[K] | undefined {
            const record = super.find(kind, id);
            return record && kind === 'meetings' ? { ...record, address: 'Elsewhere' } : record;
          }
        })(store),
    },
  });
  assert.ok(
    unknown.some((cause) => /\.address: /.test(cause)),
    unknown.join('\n'),
  );
});
