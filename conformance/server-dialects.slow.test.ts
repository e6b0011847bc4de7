import assert from 'node:assert/strict';
import test from 'node:test';
import { isNameOfDialect } from '../src/dialects/suite-dialect.ts';
import { suiteDialects } from '../src/dialects/dialects.ts';
import { loadCases } from '../src/cases/load.ts';
import { runCases } from './index.ts';
import type { Result } from './model.ts';
import { startInProcessTarget } from '../src/targets/in-process.ts';
import waivers from './waivers.json' with { type: 'json' };

const leastPassed: Record<string, number> = {
  specification: 600,
  'decidim-0.29': 150,
  'decidim-0.30': 150,
  'decidim-0.31': 280,
  'decidim-0.32': 600,
  'decidim-develop': 700,
};
for (const name of Object.keys(suiteDialects)) {
  test(`the stand-in passes every case in the dialect ${name}, except those with a waiver`, async (t) => {
    const target = await startInProcessTarget({ dialect: name });
    t.after(() => target.close());
    const results = await runCases(loadCases(), { target, runId: name });
    const idsWith = (expected: Result['outcome']) =>
      results.filter(({ outcome }) => outcome === expected).map((result) => result.id);
    assert.deepEqual(idsWith('could not run'), []);
    assert.deepEqual(
      idsWith('failed'),
      waivers
        .filter(({ target: dialects }) => isNameOfDialect(dialects, suiteDialects[name]!))
        .map(({ id }) => id)
        // A release without the operation of a case needs no waiver for it.
        .filter((id) => !idsWith('not applicable').includes(id)),
    );
    // A dialect may lack an operation and its cases.
    assert.ok(idsWith('passed').length > leastPassed[name]!, String(idsWith('passed').length));
  });
}
