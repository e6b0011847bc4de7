import assert from 'node:assert/strict';
import test from 'node:test';
import { buildSchema } from 'graphql';
import { loadCases } from '../../src/cases/load.ts';
import { runCases } from '../../conformance/runner/run-cases.ts';
import { type StandInChanges, startInProcessTarget } from '../../src/targets/in-process.ts';
import { readContractSdl } from '../../src/contract/schema.ts';
import { withoutRecordChecks } from './faulty-stores.ts';
import { mutant } from './mutated-server.ts';

const schema = buildSchema(readContractSdl());
const bugs: Error[] = [];

// If a mutant without a defect failed a case, the mutation test would prove nothing.
const servers: Record<string, StandInChanges> = {
  'a mutant that changes nothing, over an unchecked store': mutant('', '', {
    store: withoutRecordChecks,
    outerSchema: (unchanged) => unchanged,
  }).build((error) => bugs.push(error)),
};

for (const [name, changes] of Object.entries(servers)) {
  test(`${name} passes every case`, async (t) => {
    const target = await startInProcessTarget({ changes });
    t.after(() => target.close());
    const results = await runCases({ target, cases: loadCases(), schema, runId: 'unmutated' });
    const others = results.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'not applicable');
    assert.deepEqual(
      others.map((result) => [result.case.id, result.outcome, result.exchanges.at(-1)?.differences]),
      [],
    );
    assert.deepEqual(bugs, []);
  });
}
