import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema } from 'graphql';
import { readContractSdl } from '../../src/contract/schema.ts';
import { isNameOfDialect } from '../../src/contract/suite-dialect.ts';
import { suiteDialects } from '../../src/dialects/dialects.ts';
import { loadCases } from '../cases/load.ts';
import { type CaseResult, runCases } from './run-cases.ts';
import { startInProcessTarget } from '../targets/in-process.ts';
import waivers from '../waivers.json' with { type: 'json' };

const schema = buildSchema(readContractSdl());

// The specification's is tried with its breakages.
for (const name of Object.keys(suiteDialects).filter((each) => each !== 'specification')) {
  test(`the stand-in passes the cases in the dialect ${name}, but for what is waived of the deployment that it stands for`, async (t) => {
    const target = await startInProcessTarget({ dialect: name });
    t.after(() => target.close());
    const results = await runCases({ target, cases: loadCases(), schema, runId: name });
    const of = (wanted: CaseResult['outcome']) =>
      results.filter(({ outcome }) => outcome === wanted).map((result) => result.case.id);
    assert.deepEqual(of('could not run'), []);
    assert.deepEqual(
      of('failed'),
      waivers.filter(({ dialect }) => isNameOfDialect(dialect, suiteDialects[name]!)).map((waiver) => waiver.case),
    );
    // A dialect that lacks an operation lacks its cases; it has the rest in common.
    assert.ok(of('passed').length > 280, String(of('passed').length));
  });
}
