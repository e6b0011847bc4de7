import assert from 'node:assert/strict';
import test from 'node:test';
import { createExecutableSchema, readContractSdl } from '../../src/contract/schema.ts';
import { resolvers } from '../../src/server/resolvers/resolvers.ts';
import { loadCases } from '../../conformance/cases/load.ts';
import { runCases } from '../../conformance/runner/run-cases.ts';
import { startInProcessTarget } from '../../conformance/targets/in-process.ts';
import { computeVerdict } from '../../conformance/judge/verdict.ts';
import { dummyServers } from './dummy-servers.ts';

const schema = createExecutableSchema(readContractSdl(), resolvers);
const cases = loadCases();
// Milliseconds; a run that waited for each of the cases would take longer than its limit.
const timeout = 50;
const limit = 10_000;

for (const [name, listener] of Object.entries(dummyServers)) {
  test(`no case of a MUST passes on a server that ${name}`, { timeout: limit }, async (t) => {
    const target = await startInProcessTarget({ createListener: () => listener, timeoutMs: timeout });
    t.after(() => target.close());
    const results = await runCases({ target, cases, schema, runId: 'dead' });
    assert.equal(results.length, cases.length);
    const binding = results.filter((result) => result.case.level === 'MUST' && result.outcome !== 'not applicable');
    assert.ok(binding.length > 300);
    assert.deepEqual(
      binding.filter(({ outcome }) => outcome !== 'failed').map((result) => [result.case.id, result.outcome]),
      [],
    );
    assert.equal(computeVerdict(results, []), 'not conformant');
  });
}
