import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema } from 'graphql';
import { readContractSdl } from '../../src/graphql/schema.ts';
import { isNameOfDialect } from '../../src/dialects/suite-dialect.ts';
import { suiteDialects } from '../../src/dialects/dialects.ts';
import { loadCases } from '../../src/cases/load.ts';
import { runCases } from './run-cases.ts';
import type { CaseResult } from '../model/report.ts';
import { startInProcessTarget } from '../../src/targets/in-process.ts';
import waivers from '../waivers.json' with { type: 'json' };

const schema = buildSchema(readContractSdl());

// The specification is tested with its mutants.
const leastPassed: Record<string, number> = {
  'decidim-0.29': 150,
  'decidim-0.30': 150,
  'decidim-0.31': 280,
  'decidim-0.32': 600,
  'decidim-develop': 700,
};
for (const name of Object.keys(suiteDialects).filter((each) => each !== 'specification')) {
  test(`the stand-in passes every case in the dialect ${name}, except those with a waiver`, async (t) => {
    const target = await startInProcessTarget({ dialect: name });
    t.after(() => target.close());
    const results = await runCases({ target, cases: loadCases(), schema, runId: name });
    const idsWith = (expected: CaseResult['outcome']) =>
      results.filter(({ outcome }) => outcome === expected).map((result) => result.case.id);
    assert.deepEqual(idsWith('could not run'), []);
    assert.deepEqual(
      idsWith('failed'),
      waivers
        .filter(({ dialect }) => isNameOfDialect(dialect, suiteDialects[name]!))
        .map((waiver) => waiver.case)
        // A release without the operation of a case needs no waiver for it.
        .filter((id) => !idsWith('not applicable').includes(id)),
    );
    // A dialect may lack an operation and its cases.
    assert.ok(idsWith('passed').length > leastPassed[name]!, String(idsWith('passed').length));
  });
}
