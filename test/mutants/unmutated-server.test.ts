import assert from 'node:assert/strict';
import test from 'node:test';
import { createExecutableSchema, readContractSdl } from '../../src/contract/schema.ts';
import { resolvers } from '../../src/server/resolvers/resolvers.ts';
import { loadCases } from '../../conformance/cases/load.ts';
import { runCases } from '../../conformance/runner/run-cases.ts';
import { type CreateRequestListener, startInProcessTarget } from '../../conformance/targets/in-process.ts';
import { mutant } from './mutated-server.ts';
import { withoutRecordChecks } from './faulty-stores.ts';

const schema = createExecutableSchema(readContractSdl(), resolvers);
const bugs: Error[] = [];

// What breakages are made with must not be what they are caught by.
const builds: Record<string, CreateRequestListener | undefined> = {
  'the stand-in': undefined,
  'a composition that breaks nothing, over a careless store': mutant('', '', { store: withoutRecordChecks }).build(
    (error) => bugs.push(error),
  ),
};

for (const [name, build] of Object.entries(builds)) {
  test(`${name} passes every case`, async (t) => {
    const target = await startInProcessTarget({ createListener: build });
    t.after(() => target.close());
    const results = await runCases({ target, cases: loadCases(), schema, runId: 'unbroken' });
    const others = results.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'not applicable');
    assert.deepEqual(
      others.map((result) => [result.case.id, result.outcome, result.exchanges.at(-1)?.differences]),
      [],
    );
    assert.deepEqual(bugs, []);
  });
}
